import type { Point } from '@imprimitodo/shared/rules/compra/entrega'

/**
 * A town, with the place of its square. Names without accents, in lower case; the first is the one that is
 * shown.
 */
export type Localidad = Point & { nombre: string; nombres: string[] }

/**
 * Towns that a customer's address may name, each known to about a kilometre: enough to tell whether it is
 * inside a branch's radius. Hamlets whose place is less certain are left out on purpose: for them the
 * customer sets the pin.
 */
export const LOCALIDADES: Localidad[] = [
  {
    nombre: 'Juan Bautista Alberdi',
    nombres: [
      'juan bautista alberdi',
      'juan b alberdi',
      'j b alberdi',
      'jb alberdi',
      'villa alberdi',
      'alberdi',
    ],
    lat: -27.58611,
    lng: -65.61972,
  },
  { nombre: 'Aguilares', nombres: ['aguilares'], lat: -27.43333, lng: -65.61667 },
  { nombre: 'Concepción', nombres: ['concepcion'], lat: -27.3444, lng: -65.5944 },
  { nombre: 'La Cocha', nombres: ['la cocha'], lat: -27.7717, lng: -65.585 },
  { nombre: 'Graneros', nombres: ['graneros'], lat: -27.6494, lng: -65.4383 },
  { nombre: 'Santa Ana', nombres: ['santa ana', 'villa hileret'], lat: -27.4722, lng: -65.6833 },
  { nombre: 'Villa Belgrano', nombres: ['villa belgrano'], lat: -27.5333, lng: -65.6167 },
  { nombre: 'Escaba', nombres: ['escaba', 'dique escaba'], lat: -27.6597, lng: -65.7594 },
  { nombre: 'Medinas', nombres: ['medinas'], lat: -27.4333, lng: -65.5333 },
  { nombre: 'Alto Verde', nombres: ['alto verde'], lat: -27.37, lng: -65.61 },
  { nombre: 'La Trinidad', nombres: ['la trinidad', 'trinidad'], lat: -27.405, lng: -65.515 },
  { nombre: 'Monteagudo', nombres: ['monteagudo'], lat: -27.5117, lng: -65.2767 },
  { nombre: 'Simoca', nombres: ['simoca'], lat: -27.2611, lng: -65.3556 },
  { nombre: 'Monteros', nombres: ['monteros'], lat: -27.1678, lng: -65.4983 },
  {
    nombre: 'San Miguel de Tucumán',
    nombres: ['san miguel de tucuman', 'san m de tucuman', 's m de tucuman', 'smt', 'tucuman capital'],
    lat: -26.8241,
    lng: -65.2226,
  },
]
