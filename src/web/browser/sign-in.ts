// The script of the sign-in page. Without it, the server derives a username from the name when the form is sent.

const minLetters = 2;
const pauseInTyping = 300;

const name = document.querySelector<HTMLInputElement>('#register-name');
const username = document.querySelector<HTMLInputElement>('#register-username');

/** Shows which username an empty field stands for while the user types a name. */
function proposeUsername(name: HTMLInputElement, username: HTMLInputElement): void {
  const proposal = document.createElement('span');
  proposal.id = `${username.id}-proposal`;
  proposal.className = 'hint';
  proposal.setAttribute('role', 'status');
  username.after(proposal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  async function propose(): Promise<void> {
    asked += 1;
    const question = asked;
    const proposed = username.value === '' ? await fetchProposal(name.value.trim()) : undefined;
    // Ignores responses to earlier requests.
    if (question === asked) proposal.textContent = proposed === undefined ? '' : `You will be @${proposed}.`;
  }

  for (const field of [name, username])
    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(() => void propose(), pauseInTyping);
    });
}

/** Returns a free username for a person of this name; undefined if the server doesn't say. */
async function fetchProposal(name: string): Promise<string | undefined> {
  if ([...name].length < minLetters) return undefined;
  try {
    const response = await fetch(`/api/v3/user/proposename?name=${encodeURIComponent(name)}`);
    return response.ok ? (await response.json()).username : undefined;
  } catch {
    return undefined;
  }
}

if (name && username) proposeUsername(name, username);

export {};
