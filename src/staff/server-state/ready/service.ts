import { isLoopback } from '#config/env.ts';
import { listSettingWarnings } from '#config/setting-warnings.ts';
import { version } from '#platform/machine/version.ts';
import {
  type CheckInput,
  createFault,
  createFaultyFinding,
  createReadyFinding,
  type Fault,
  type Finding,
  formatMinute,
  isRunning,
} from './line.ts';

/** Problems reported by other lines. */
const troublesOfOtherLines = /^(?:odd-clock|no-backup|old-backup|job-back-up|spare-.*|disk-nearly-full|.*-refused)$/;

/** Checks that the service runs, and that `gangway status` has no problems that aren't in another line. */
export function checkService({ service }: CheckInput): Finding {
  if (!isRunning(service)) return { faults: [service], sentence: '' };
  const troubles = service.troubles.filter(({ name }) => !troublesOfOtherLines.test(name));
  return {
    faults: troubles.map(({ sentence }) => createFault(sentence, 'gangway status')),
    sentence: `Running since ${formatMinute(service.startedAt)}.`,
  };
}

/** Checks that the settings are those of a real sailing, and the same for this command and the service. */
export function checkSettings({ context, service }: CheckInput): Finding {
  const { config } = context;
  const { environment } = config;
  if (isRunning(service) && service.environment !== environment)
    return createFaultyFinding(
      `The service runs as ${service.environment}, but this command reads the settings of ${environment}.`,
      `gangway ready --env ${service.environment}`,
    );
  if (config.isDevelopment)
    return createFaultyFinding(
      `The environment is ${environment}, whose passwords everyone knows: set VAPOR_ENV=production, with a new DATA_DIR.`,
      'gangway serve --env production',
    );
  return { faults: [...listFaults(context)], sentence: `The environment is ${environment}.` };
}

function* listFaults({ config }: CheckInput['context']): Iterable<Fault> {
  for (const { about, sentence } of listSettingWarnings(config))
    if (about === 'names' || about === 'owner') yield createFault(sentence);
  if (isLoopback(config.host) && config.trustedProxies.length === 0)
    yield createFault(
      `hostname is ${config.host}, which only this machine can reach: unset it, or add the proxy in front to TRUSTED_PROXIES.`,
    );
  if (config.logLevel === 'debug')
    yield createFault('LOG_LEVEL is debug, which fills the disk with a line for every request: unset it.');
  if (config.lowDisk?.[0] === 0)
    yield createFault('LOW_DISK_MB is 0, so nothing is refused until the disk is full: unset it.');
}

/** Checks that this program, the running service and the spare are the same version. */
export async function checkVersion({ context, service }: CheckInput): Promise<Finding> {
  if (isRunning(service) && service.version !== version)
    return createFaultyFinding(
      `The service runs ${service.version}, but this program is ${version}: restart the service.`,
      'sudo systemctl restart gangway',
    );
  const peer = await context.spare.askVersion();
  if (peer === 'unpaired') return createReadyFinding(`This machine runs ${version}; no spare is paired.`);
  if (peer === 'silent')
    return createFaultyFinding(
      'The spare does not respond, so its version is unknown: start it, and open its port in the firewall.',
      'gangway spare run',
    );
  const theirs = peer === 'unknown' ? 'an older version' : peer.version;
  if (theirs === version) return createReadyFinding(`Both machines run ${version}.`);
  return createFaultyFinding(
    `This machine runs ${version}, the spare ${theirs}: copy this program to the spare and start it again there.`,
    'gangway spare run',
  );
}
