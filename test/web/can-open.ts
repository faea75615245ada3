import { admitsAnonymous, isAllowed, type UserRole } from '#contract/access.ts';
import type { Page } from '#web/page.ts';
import type { TestUserLevel } from '../support/app.ts';

/** Returns the status a page must have by its declarations: open, redirect to sign-in, or forbidden at this level. */
export function canOpenPage(
  page: Page,
  level: TestUserLevel | undefined,
  roles: readonly UserRole[] = [],
): 200 | 303 | 403 {
  for (const { access } of page.asks) {
    if (admitsAnonymous(access)) continue;
    if (level === undefined) return 303;
    const caller = {
      userID: '',
      username: '',
      level,
      roles: new Set(roles),
      familyID: '',
      quarantinedUntil: undefined,
    };
    if (!isAllowed(access, caller)) return 403;
  }
  return 200;
}
