// `npm run web`: writes what pages bring along into assets/web.
import { writePageAssets } from './page-assets.ts';

await writePageAssets();
