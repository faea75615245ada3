/** What names mean, one sentence each: text for the documents that declarations don't contain. */
export interface Glossary {
  /** A parameter of a call, identified by area and name. */
  describeParameter(operation: string, name: string): string | undefined;
  /** What the calls of an area do. */
  describeArea(area: string): string | undefined;
}
