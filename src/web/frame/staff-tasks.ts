import type { UserNotificationData } from '#core/notifications/records.ts';
import type { Visit } from '../visit.ts';
import type { PageLink } from './link-list.ts';

/** Links of one kind of work. */
interface StaffTask {
  readonly name: string;
  readonly ways: readonly PageLink[];
}

/** Every page of the staff, by kind of work. A link is left out if the viewer may not see its page. */
export const staffTasks: readonly StaffTask[] = [
  {
    name: 'Moderation',
    ways: [
      { page: '/desk/reports', label: 'Reports', picture: 'flag' },
      { page: '/desk/people', label: 'People', picture: 'shield' },
      { page: '/desk/clips', label: 'Clip karaoke', picture: 'bell' },
      { page: '/desk/log', label: 'Moderation log', picture: 'history' },
    ],
  },
  {
    name: 'Safety',
    ways: [{ page: '/safety', label: 'Incident reports', picture: 'shield' }],
  },
  {
    name: 'Accounts',
    ways: [
      { page: '/staff/registration', label: 'Registration desk', picture: 'key-round' },
      { page: '/staff/team', label: 'Staff members', picture: 'users' },
      { page: '/staff/roles', label: 'Roles', picture: 'star' },
      { page: '/staff/people-file', label: 'Move accounts between sailings', picture: 'ship' },
    ],
  },
  {
    name: 'Schedule and content',
    ways: [
      { page: '/staff/announcements', label: 'Announcements', picture: 'megaphone' },
      { page: '/staff/themes', label: 'Daily themes', picture: 'sparkles' },
      { page: '/staff/schedule', label: 'Schedule desk', picture: 'calendar' },
      { page: '/staff/performers', label: 'Performers', picture: 'drama' },
      { page: '/staff/photographers', label: 'Photographers', picture: 'images' },
      { page: '/staff/feedback', label: 'Feedback', picture: 'pencil' },
      { page: '/staff/hunts', label: 'Hunts', picture: 'puzzle' },
      { page: '/staff/catalogues', label: 'Games and songs', picture: 'dices' },
    ],
  },
  {
    name: 'Service',
    ways: [
      { page: '/server', label: 'Server', picture: 'server' },
      { page: '/staff/features', label: 'Features', picture: 'sliders-horizontal' },
      { page: '/staff/settings', label: 'Settings', picture: 'settings' },
      { page: '/staff/time-zones', label: 'Time zones', picture: 'clock' },
      { page: '/help/crew', label: 'Crew manual', picture: 'life-buoy' },
    ],
  },
];

/** Whether the viewer is staff: any of these pages is open to them. */
const hasWork = (visit: Pick<Visit, 'leadsTo'>): boolean =>
  staffTasks.some(({ ways }) => ways.some(({ page }) => visit.leadsTo(page)));

/** The few staff pages shown next to the main sections. */
export const staffLinkPaths = ['/desk/reports', '/safety', '/server', '/staff'] as const;

/** Renders the few staff links next to the main sections. */
export function listStaffLinks(
  visit: Pick<Visit, 'leadsTo'>,
  summary: UserNotificationData | undefined,
): readonly PageLink[] {
  const all: readonly PageLink[] = [
    {
      page: '/desk/reports',
      label: 'Reports',
      picture: 'flag',
      unread: summary?.moderatorData?.openReportCount,
    },
    { page: '/safety', label: 'Incident reports', picture: 'shield', unread: summary?.newIncidentCount },
    { page: '/server', label: 'Server', picture: 'server' },
    { page: '/staff', label: 'Staff', picture: 'shield' },
  ];
  return all.filter(({ page }) => visit.leadsTo(page) && (page !== '/staff' || hasWork(visit)));
}
