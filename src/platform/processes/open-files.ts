/** What the system says of the process; of the many things in it the one that is read here. */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
}

/** How many files, connections included, this process may have open at once; undefined for any number. */
export function readMaxOpenFiles(): number | undefined {
  // Otherwise it would ask for the names of all addresses; the types do not know of it yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const soft = (report.getReport() as Report).userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}
