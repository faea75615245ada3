/** What names mean, in a sentence each: what declarations do not say and documents tell. */
export interface Words {
  /** A parameter of a call, named by its area and itself. */
  describeParameter(operation: string, name: string): string | undefined;
  /** What the calls of an area are for. */
  describeArea(area: string): string | undefined;
}
