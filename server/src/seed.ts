import { randomBytes } from 'node:crypto'
import { isEmail } from '@imprimitodo/shared/rules/base/contacto'
import { PASSWORD_COMMON, passwordProblem } from '@imprimitodo/shared/rules/cuentas/password'
import { sql } from 'drizzle-orm'
import type { Db } from './base/db/open.ts'
import { ajustes } from './base/db/schema/ajustes.ts'
import { operadores } from './base/db/schema/mostrador.ts'
import { sucursales } from './base/db/schema/sucursales.ts'
import { isCommonPassword } from './base/secrets/common-password.ts'
import { hashPassword } from './base/secrets/password.ts'
import { AJUSTES_SIN_LLENAR, DEFAULT_AJUSTES } from './gestion/ajustes/service.ts'

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
 * made.
 * `show`: called with the owner's password if one was made up, before the account is committed, so that no account
 * has a password which was never shown.
 * @throws a sentence of ours for an e-mail or a password that no owner can have
 */
export async function seed(
  db: Db,
  owner: {
    email: string | undefined
    password: string | undefined
    muestra: boolean
    abierta?: boolean
  },
  show: (password: string) => void = () => {},
): Promise<void> {
  const { rows } = await db.execute<{ settings: boolean; branches: boolean; staff: boolean }>(sql`select
    exists (select from ${ajustes}) as settings,
    exists (select from ${sucursales}) as branches,
    exists (select from ${operadores}) as staff`)
  const there = rows[0]
  const valores = owner.muestra ? DEFAULT_AJUSTES : AJUSTES_SIN_LLENAR
  const abierta = (owner.abierta ?? owner.muestra) ? new Date() : null
  if (!there?.settings) await db.insert(ajustes).values({ id: 1, valores, abierta }).onConflictDoNothing()
  if (!there?.branches)
    await db
      .insert(sucursales)
      .values(
        owner.muestra
          ? SUCURSALES_DE_MUESTRA
          : SUCURSALES_DE_MUESTRA.map(({ nombre }) => ({ ...VACIA, nombre })),
      )
      .onConflictDoNothing()
  if (there?.staff || !owner.email) return
  if (!isEmail(owner.email)) throw new Error('OWNER_EMAIL no es un e-mail.')
  if (owner.password) needPassword(owner.password, owner.email)
  const password = owner.password ?? randomBytes(9).toString('base64url')
  const duenio = {
    email: owner.email,
    nombre: 'Dueño',
    rol: 'dueno' as const,
    password_hash: await hashPassword(password),
  }
  await db.transaction(async (tx) => {
    // Several servers may start on one empty database
    const made = await tx.insert(operadores).values(duenio).onConflictDoNothing().returning()
    if (made.length > 0 && !owner.password) show(password)
  })
}

function needPassword(password: string, email: string): void {
  const problem = passwordProblem(password)
  if (problem) throw new Error(`OWNER_PASSWORD: ${problem}.`)
  if (isCommonPassword(password, [email])) throw new Error(`OWNER_PASSWORD: ${PASSWORD_COMMON}`)
}
