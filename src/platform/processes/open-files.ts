/** The one part of the system's process report that is read here. */
interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } };
}

/** Returns how many files, connections included, this process may have open at once; undefined for no limit. */
export function readMaxOpenFiles(): number | undefined {
  // Otherwise it would look up the names of all addresses; the types don't know this option yet.
  const report = Object.assign(process.report, { excludeNetwork: true });
  const soft = (report.getReport() as Report).userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : undefined;
}
