import { countRegistrationCodes } from '#core/accounts/index.ts';
import { type CheckInput, createFaultyFinding, createReadyFinding, type Finding } from './line.ts';

/** Checks that there is a registration code for every expected person. */
export function checkCodes({ context: { config, db } }: CheckInput): Finding {
  const { expectedPeople } = config;
  const codes = countRegistrationCodes(db);
  const imported = `${codes === 1 ? '1 code is' : `${codes} codes are`} imported`;
  if (expectedPeople === undefined)
    return createFaultyFinding(`${imported}, but the number of people expected is unknown: set EXPECTED_PEOPLE.`);
  if (codes < expectedPeople)
    return createFaultyFinding(
      `${imported}, but ${expectedPeople} people are expected: import the whole file.`,
      'gangway import regcodes registration-codes.txt',
    );
  return createReadyFinding(`${imported}, and ${expectedPeople} people are expected.`);
}
