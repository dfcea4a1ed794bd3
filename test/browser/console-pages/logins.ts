import { loginQuestion, shop } from '../../support/login.ts';
import { type ConsolePageRow, openForms } from '../console-row.ts';

export const loginsRow: ConsolePageRow = {
  name: 'logins',
  path: '/logins',
  heading: { en: 'Wallet login', de: 'Wallet-Anmeldung' },
  prepare: async ({ server }) => {
    server.writeConfig('presentation/login.json', loginQuestion);
    server.writeConfig('login/shop.json', shop());
    server.writeConfig('login/broken.json', shop({ claims: { sub: ['given_name'] } }));
    return undefined;
  },
  visible: async (page) => {
    await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
    await page.getByText(/^(This application can't be used|Diese Anwendung ist so nicht nutzbar)/).waitFor();
  },
};

export const loginRow: ConsolePageRow = {
  name: 'login',
  path: '/logins?id=shop',
  heading: loginsRow.heading,
  visible: async (page) => {
    await page.getByText('Client secret sent as basic auth').waitFor();
  },
};

export const loginFormRow: ConsolePageRow = {
  name: 'login-form',
  path: '/logins?id=shop&edit=1',
  heading: loginsRow.heading,
  visible: async (page) => {
    await page.getByRole('button', { name: /^(Save application|Anwendung speichern)$/ }).waitFor();
    await openForms(page);
  },
};
