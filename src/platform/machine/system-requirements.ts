import { readFileSync } from 'node:fs';

const requirementSentence = 'Gangway needs Linux with glibc 2.34 or later, such as Debian 12, Ubuntu 22.04 or RHEL 9';

/** Messages of glibc's and musl's loaders for a library built for another system. */
const isForAnotherSystem = (message: string): boolean =>
  /version `?(GLIBC|GLIBCXX|CXXABI)_[\d.]+'? not found|Error (loading shared library|relocating)/.test(message);

/** Returns a sentence if a native library didn't load because the system is too old or has musl; glibc is undefined there. */
export function explainUnsuitableSystem(message: string, findGlibc: () => string | undefined = readGlibcVersion) {
  if (!isForAnotherSystem(message)) return undefined;
  const glibc = findGlibc();
  if (glibc === undefined) return `This system has musl, as Alpine does. ${requirementSentence} (${message}).`;
  return `This system is too old: its glibc is ${glibc}. ${requirementSentence} (${message}).`;
}

function readGlibcVersion(): string | undefined {
  const report: { readonly header?: { readonly glibcVersionRuntime?: string } } = process.report.getReport();
  return report.header?.glibcVersionRuntime;
}

/** CPU flags that x86-64-v2 adds to the baseline, as named in /proc/cpuinfo. */
const featuresOfVersion2 = ['cx16', 'lahf_lm', 'popcnt', 'sse4_1', 'sse4_2', 'ssse3'];

/** Returns a sentence if the picture library can't run on this processor. */
export function explainUnsuitableProcessor(findFeatures: () => string | undefined = readFeatures): string | undefined {
  const features = findFeatures()?.split(' ');
  const missing = featuresOfVersion2.filter((feature) => features?.includes(feature) === false);
  if (missing.length === 0) return undefined;
  return (
    `This processor is too old for pictures: it lacks ${missing.join(', ')}, which are part of x86-64-v2. Everything else ` +
    'works. In a virtual machine, choose a newer type of processor, such as "host".'
  );
}

/** Undefined for other architectures, and if the system doesn't report it. */
function readFeatures(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  try {
    return /^flags\s*: (.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
