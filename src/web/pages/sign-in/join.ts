import { clientServicesApi } from '#features/client-services/api.ts';
import { html, nothing, when } from '../../frame/html.ts';
import { qrCode } from '../../frame/qr-code.ts';
import { page } from '../../page.ts';

/** A poster to print: the address of the service and how to sign in. */
export const join = page({
  path: '/join',
  asks: [clientServicesApi.settings],
  async show(visit) {
    const { shipWifiSSID } = await visit.ask(clientServicesApi.settings);
    const address = visit.findShipAddress();
    const main = html`<main class="leaflet">
<h1>Come aboard</h1>
<p class="address">${address.replace(/^https?:\/\//, '')}</p>
${qrCode(address, `QR code for ${address}`)}
<ol class="points">
<li>Join the ship’s WiFi${when(shipWifiSSID, (name) => html`, <b>${name}</b>`)}. You don’t need an internet package.</li>
<li>Point your camera at the code, or type the address into a browser.</li>
<li>Create an account with the registration code from your cabin card.</li>
</ol>
${address.startsWith('https:') ? nothing : withoutTls}
</main>`;
    return { title: 'Come aboard', main };
  },
});

/** What passengers lose without TLS; the crew's manual explains how to get a certificate. */
const withoutTls = html`<p class="soft">This address isn’t encrypted: others on the WiFi can read what you send, so choose a password you don’t use anywhere else. Where there’s no WiFi, keep the page open: if you reload it, your browser shows an error until you’re back.</p>`;
