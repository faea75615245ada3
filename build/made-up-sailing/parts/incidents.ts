import { incidents } from '#features/incidents/tables.ts';
import { insertRow } from '../insert-row.ts';
import type { SailingPart } from '../part.ts';
import { writeSentence } from '../vocabulary.ts';

const onWholeSailing = 40;

/**
 * Makes confidential incident reports, half of them with all answers. No passenger gets the role to read them; only
 * administrators grant it.
 */
export const incidentsPart: SailingPart = {
  name: 'incidents',
  fill({ random, people, count, make }) {
    make('incident reports', count(onWholeSailing), (context) => {
      const answer = () => (random.onceIn(2) ? writeSentence(random, 3, 20) : null);
      insertRow(context, incidents, {
        ...{ id: random.uuid(), reporterID: random.oneOf(people).id, createdAt: context.clock.now() },
        ...{ what: writeSentence(random, 20, 200), who: answer(), where: answer(), when: answer(), wish: answer() },
        mayContact: random.onceIn(2),
      });
    });
  },
};
