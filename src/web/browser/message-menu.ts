/** Opens and closes the menus of messages, which are links to a page with the menu open. */
export function openMessageMenus(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-menu]') : null;
    const [message, template] = [link?.closest('.msg'), document.querySelector<HTMLTemplateElement>('[data-menu-of]')];
    if (!link || !message || !template) return;
    event.preventDefault();
    const wasOpen = closeMenus(message);
    if (wasOpen) return;
    const menu = copyMenu(template, message.id.slice(1));
    link.parentElement?.after(menu);
    link.setAttribute('aria-expanded', 'true');
    menu.querySelector('button')?.focus({ preventScroll: true });
  });
}

/** Closes any open menu. Returns whether it was this message's. */
function closeMenus(message: Element): boolean {
  const open = message.querySelector('.pop') !== null;
  for (const menu of document.querySelectorAll('.msg > .pop')) menu.remove();
  for (const link of document.querySelectorAll('a[data-menu]')) link.removeAttribute('aria-expanded');
  return open;
}

function copyMenu({ content, dataset }: HTMLTemplateElement, postID: string): HTMLElement {
  const menu = document.createElement('div');
  menu.append(content.cloneNode(true));
  const [copy] = menu.children;
  if (!(copy instanceof HTMLElement)) return menu;
  for (const button of copy.querySelectorAll('button')) button.value = postID;
  for (const link of copy.querySelectorAll('a')) link.href = link.href.replace(dataset.menuOf ?? '', postID);
  return copy;
}
