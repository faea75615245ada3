/** A backup could not be made, proved or restored; the message is a sentence that says why and what to do. */
export class BackupFailed extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'BackupFailed';
  }
}
