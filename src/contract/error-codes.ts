/** What an error code says: the status that it always comes with, and the cause in a sentence. */
interface CodeDefinition {
  readonly status: number;
  readonly means: string;
}

/**
 * The `code` of every error record (decision 91). Apps tell causes apart by these words, so a word keeps its meaning
 * forever, and causes that an app must tell apart never share one. Content that the caller may not see is `notFound`,
 * like content that doesn't exist. Every status of a rejection follows from this list alone.
 */
export const errorCodes = {
  malformed: { status: 400, means: 'Something else in the request breaks a rule of HTTP or of this call.' },
  invalidPath: {
    status: 400,
    means: 'Part of the address, such as an id, can’t be read: nothing has such an address.',
  },
  invalidQuery: {
    status: 400,
    means: 'A parameter of the query can’t be read or combined with another; the reason names it.',
  },
  unreadableBody: { status: 400, means: 'The body isn’t JSON in UTF-8, or didn’t arrive completely.' },
  wrongType: { status: 400, means: 'A value in the body has the wrong type; the reason names its field.' },
  searchTooShort: { status: 400, means: 'This is too little to search for; the reason says how much it takes.' },
  filterNeedsLogin: { status: 400, means: 'Only logged-in users can use this filter.' },
  invalidFields: { status: 400, means: 'Fields of the body are missing or wrong; `fieldErrors` names them.' },
  alreadySo: { status: 400, means: 'The account, thread or event is already what the call would make it.' },
  alreadyVerified: { status: 400, means: 'The account already has a registration code.' },
  busy: { status: 400, means: 'One of the two people is in another call.' },
  callsNotAccepted: { status: 400, means: 'The person only accepts calls from their favorite people.' },
  eventOver: { status: 400, means: 'The event is over.' },
  limitReached: { status: 400, means: 'There can’t be more of these: words, accounts, sockets, answers, events.' },
  markedOtherwise: { status: 400, means: 'A thread is either a favorite or muted: remove the other mark first.' },
  noSeats: { status: 400, means: 'The number of seats is unlimited: anyone can come.' },
  nothingToSing: { status: 400, means: 'No song needs a clip of this person at the moment.' },
  nothingUploaded: { status: 400, means: 'A file has to be uploaded before this call.' },
  notAMember: { status: 400, means: 'The person to remove, or who wants to leave, isn’t a member.' },
  notJoinable: { status: 400, means: 'People can’t join this chat or event by themselves; its owner adds them.' },
  notLeavable: { status: 400, means: 'Members can’t leave this chat or event.' },
  noRegistrationCode: { status: 400, means: 'The account has no registration code.' },
  cannotHost: { status: 400, means: 'This account, or this event, can’t have a passenger as its host.' },
  noRecoveryMatch: { status: 400, means: 'The recovery key, registration code or former password isn’t right.' },
  offerGone: {
    status: 400,
    means: 'The offer to record a clip has expired, belongs to someone else, or has been used.',
  },
  protectedAccount: {
    status: 400,
    means: 'This can’t be done to your own account, or to one of the staff or the service.',
  },
  serviceOpen: { status: 400, means: 'The service has to be closed to everyone else before this call.' },
  unknownRegistrationCode: { status: 400, means: 'There’s no such registration code.' },
  unreadableFile: { status: 400, means: 'The file can’t be read or used; the reason says what’s wrong with it.' },
  unknownUser: { status: 400, means: 'There’s no user with the name in the request.' },
  wrongPassword: { status: 400, means: 'The current password is wrong.' },
  notAuthenticated: { status: 401, means: 'There’s no login, or it has ended: log in again.' },
  passwordRequired: { status: 401, means: 'The call takes a name and password in `Authorization: Basic`.' },
  wrongCredentials: { status: 401, means: 'The username or the password is wrong.' },
  wrongAccount: { status: 401, means: 'The request was made for another account than the one that’s logged in.' },
  accessDenied: { status: 403, means: 'This account doesn’t have the level or role that the call requires.' },
  accountTooNew: {
    status: 403,
    means: 'The thread is closed to new accounts: `Retry-After` says when this one can post.',
  },
  banned: { status: 403, means: 'The moderators have banned this account.' },
  categoryClosed: { status: 403, means: 'This account can’t see the category.' },
  categoryRestricted: { status: 403, means: 'This account can’t start threads in the category.' },
  chatClosed: { status: 403, means: 'The moderators have locked the chat or event.' },
  crossSite: { status: 403, means: 'A page of another site made the request.' },
  featureFixed: { status: 403, means: 'A chat or event of this type can’t be changed in this way.' },
  membersFixed: { status: 403, means: 'The members of this chat or event can’t change.' },
  notMember: { status: 403, means: 'Only members of the chat or event can make this call.' },
  notOwner: { status: 403, means: 'Only the author or owner and moderators can make this call.' },
  notOrganizer: { status: 403, means: "Only the event's hosts and staff can make this call." },
  notOnTeam: { status: 403, means: 'This account doesn’t act for the shared account.' },
  notReportable: { status: 403, means: 'Chats and events of this type can’t be reported.' },
  notVerified: { status: 403, means: 'The account has to be verified with a registration code first.' },
  ownPost: { status: 403, means: 'You can’t react to your own post.' },
  pathOutside: { status: 403, means: 'The address contains `..`.' },
  queueClosed: { status: 403, means: 'The karaoke queue is closed: its managers open it when the evening begins.' },
  quarantined: { status: 403, means: 'The moderators have quarantined this account: it can read only.' },
  recoveryLocked: { status: 403, means: 'There were too many failed recoveries: the crew has to unlock the account.' },
  renamedRecently: { status: 403, means: 'The username was changed a short time ago.' },
  sailingHasBegun: { status: 403, means: 'This can only be done before the sailing.' },
  searchNotPermitted: { status: 403, means: 'This text can’t be searched for.' },
  serverClosed: { status: 403, means: 'The server isn’t open to accounts of this level at the moment.' },
  serviceAccount: { status: 403, means: 'The crew sets the password of a service account.' },
  slowMode: {
    status: 403,
    means:
      'Each person may post in the thread only once in a while: `Retry-After` says when the next post is possible.',
  },
  temporarilyQuarantined: { status: 403, means: 'The moderators have quarantined this account for some hours.' },
  threadEnded: { status: 403, means: 'The thread has closed at the time that the moderators set.' },
  threadClosed: { status: 403, means: 'The moderators have locked the thread.' },
  underReview: {
    status: 403,
    means: 'The moderators have hidden or locked the content: it can’t be changed or answered.',
  },
  notFound: { status: 404, means: 'It doesn’t exist, or the caller can’t see it.' },
  addressNotFound: { status: 404, means: 'The server has no call or page with this address.' },
  noDevice: { status: 404, means: 'The person has no device online that could ring.' },
  methodNotAllowed: { status: 405, means: 'The address accepts other methods; `Allow` names them.' },
  tooSlow: { status: 408, means: 'The request arrived too slowly.' },
  alreadyMember: { status: 409, means: 'The person is already a member.' },
  alreadyQueued: { status: 409, means: 'Another account of yours is in the karaoke queue already.' },
  alreadyReported: { status: 409, means: 'You, or another account of yours, have reported this already.' },
  alreadySolved: { status: 409, means: 'You’ve solved this puzzle already.' },
  callExists: { status: 409, means: 'There’s a phone call with this id already.' },
  cannotUndo: { status: 409, means: 'The change in the schedule log can’t be undone; the reason says why.' },
  changedMeanwhile: {
    status: 409,
    means: 'What this call builds on has changed meanwhile: fetch it again, then retry.',
  },
  codeUsed: { status: 409, means: 'The registration code has been used already.' },
  dayTaken: { status: 409, means: 'The day has a theme already.' },
  notLoggedIn: { status: 409, means: 'The login has ended already.' },
  scheduleBusy: { status: 409, means: 'Another change of the schedule is running: try again in a moment.' },
  seatHeld: { status: 409, means: 'Another account of yours has a seat at the event, or waits for one.' },
  stillRunning: { status: 409, means: 'The first call with this `Idempotency-Key` is still running.' },
  usernameTaken: { status: 409, means: 'The username is taken.' },
  tooLarge: { status: 413, means: 'The body, or a part of it, is larger than this call takes.' },
  rangeOutside: { status: 416, means: 'The range is outside the file.' },
  expectationFailed: { status: 417, means: 'The only expectation the server supports is `100-continue`.' },
  bodyMissing: { status: 422, means: 'The call needs a JSON body.' },
  keyReused: { status: 422, means: 'The `Idempotency-Key` was used for another call.' },
  tooManyRequests: { status: 429, means: 'Too many in a short time: wait as long as `Retry-After` says.' },
  headersTooLarge: { status: 431, means: 'The address and headers of the request are too long.' },
  featureOff: { status: 451, means: 'The crew has switched this feature off.' },
  serverError: { status: 500, means: 'A defect of the server; the crew finds it in the log by `X-Request-Id`.' },
  diskLow: { status: 503, means: 'The disk is nearly full; `X-Refused` says what can’t be stored.' },
  unavailable: { status: 503, means: 'The server can’t do this now: try again after `Retry-After`.' },
} as const satisfies Readonly<Record<string, CodeDefinition>>;

export type ErrorCode = keyof typeof errorCodes;

/** The codes that come with a status. */
export type CodeWithStatus<Status extends number> = {
  [Code in ErrorCode]: (typeof errorCodes)[Code]['status'] extends Status ? Code : never;
}[ErrorCode];

// The keys of an object literal are exactly those of its type.
export const listErrorCodes = (): ErrorCode[] => Object.keys(errorCodes) as ErrorCode[];

/** Why an account can't create content (core rule 33). */
export const creationRejections = ['notVerified', 'quarantined', 'temporarilyQuarantined'] as const;

/** Why an account can't change or delete content, its own included (core rules 34 and 35). */
export const changeRejections = ['notOwner', 'underReview', 'temporarilyQuarantined'] as const;
