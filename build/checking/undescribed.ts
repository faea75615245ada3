/** A named item that should have a description. */
interface Described {
  readonly name?: string;
  readonly $ref?: string;
  readonly description?: string;
}

interface Operation {
  readonly description?: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Described[];
}

/** The parts of an OpenAPI document that this check reads. */
export interface DescribedDocument {
  readonly tags: readonly Described[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, Described>> }>>;
  };
}

export const listOperations = ({ paths }: Pick<DescribedDocument, 'paths'>): Operation[] =>
  Object.values(paths).flatMap((entry) => Object.values(entry));

/** Lists properties, parameters and tags without a description. */
export function findUndescribed(document: DescribedDocument): string[] {
  const properties = Object.entries(document.components.schemas).flatMap(([record, { properties = {} }]) =>
    Object.entries(properties)
      .filter(lacksDescription)
      .map(([name]) => `${record}.${name}`),
  );
  const parameters = listOperations(document).flatMap(({ operationId, parameters }) =>
    parameters.filter((parameter) => lacksDescription(['', parameter])).map(({ name }) => `${operationId}: ${name}`),
  );
  const tags = document.tags.filter((tag) => lacksDescription(['', tag])).map(({ name }) => `area ${name}`);
  return [...properties, ...parameters, ...tags];
}

/** A component's description is in the component itself. */
const lacksDescription = ([, { description, $ref }]: readonly [string, Described]): boolean =>
  description === undefined && !$ref?.startsWith('#/components/parameters/');
