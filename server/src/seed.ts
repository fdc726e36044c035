import type { Db } from './base/db/open.ts'
import { AJUSTES_SIN_LLENAR, DEFAULT_AJUSTES, findAjustes, insertAjustes } from './gestion/ajustes/service.ts'
import { insertFirstSucursales } from './gestion/sucursales/service.ts'
import { createNamedOwner } from './mostrador/acceso/service.ts'

/** The branches of a shop on trial. */
const SUCURSALES_DE_MUESTRA = [
  {
    nombre: 'Alberdi',
    direccion: 'Av. San Martín 512, Juan Bautista Alberdi',
    whatsapp: '5493865471200',
    lat: -27.58611,
    lng: -65.61972,
    horario: 'Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13',
  },
  {
    nombre: 'Aguilares',
    direccion: 'Rivadavia 248, Aguilares',
    whatsapp: '5493865482300',
    lat: -27.43333,
    lng: -65.61667,
    horario: 'Lunes a viernes de 8:30 a 13 y de 17 a 21; sábados de 9 a 13',
  },
]

const VACIA = { direccion: null, whatsapp: null, lat: null, lng: null, horario: null }

/**
 * Makes what a shop needs before its first customer: settings, branches, the owner's login. Existing rows
 * stay. `muestra`: with made-up addresses, hours, prices and seller, for a shop on trial; else these are
 * empty until the owner fills them in. `abierta`: customers can pay from now on. Without `email` no owner is
 * made. `show`: called with the owner's password if one was made up.
 * @throws a sentence of ours for an e-mail or a password that no owner can have
 */
export async function seed(
  db: Db,
  {
    email,
    password,
    muestra,
    abierta = muestra,
  }: {
    email: string | undefined
    password: string | undefined
    muestra: boolean
    abierta?: boolean
  },
  show: (password: string) => void = () => {},
): Promise<void> {
  // Asked first: a start that has nothing to make writes nothing
  if (!(await findAjustes(db)))
    await insertAjustes(db, muestra ? DEFAULT_AJUSTES : AJUSTES_SIN_LLENAR, abierta ? new Date() : null)
  await insertFirstSucursales(
    db,
    muestra ? SUCURSALES_DE_MUESTRA : SUCURSALES_DE_MUESTRA.map(({ nombre }) => ({ ...VACIA, nombre })),
  )
  await createNamedOwner(db, { email, password }, show)
}
