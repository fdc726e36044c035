import { EN_BLANCO, nombreTienda, rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'

/** The owner's name for the shop, which the server wrote into the head (server/src/base/web/web-pages.ts). */
const elegido =
  typeof document === 'undefined'
    ? null // made ahead: the server fills it in
    : (document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '')

/** The shop's name, and its spelling beside the logo. */
export const NOMBRE = elegido === null ? EN_BLANCO.nombre : nombreTienda(elegido)
export const ROTULO = elegido === null ? EN_BLANCO.rotulo : rotuloTienda(elegido)
