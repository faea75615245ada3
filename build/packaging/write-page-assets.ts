// `npm run web`: writes the assets of pages into assets/web.
import { writePageAssets } from './page-assets.ts';

await writePageAssets();
