import { querySearch } from '#contract/query.ts';
import { findingApi } from '#core/users/api/finding.ts';
import { page } from '../../page.ts';

const minSearch = 2;

/** People whose names contain a text, for the script that suggests names. */
export const suggestedNames = page({
  path: '/people/names',
  query: { search: querySearch },
  isFile: true,
  asks: [findingApi.matchAllNames],
  async show({ ask, query: { search = '' } }) {
    const searchString = search.trim();
    const isLongEnough = [...searchString].length >= minSearch;
    const found = isLongEnough
      ? await ask(findingApi.matchAllNames, { params: { searchString }, query: { sort: 'favorites' } })
      : [];
    const names = found.map(({ username, displayName }) => ({ username, displayName }));
    return { content: { mediaType: 'application/json', body: new TextEncoder().encode(JSON.stringify(names)) } };
  },
});
