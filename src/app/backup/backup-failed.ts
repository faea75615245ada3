/** A backup could not be made, verified or restored; the message is a sentence with the reason and what to do. */
export class BackupFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'BackupFailed';
  }
}
