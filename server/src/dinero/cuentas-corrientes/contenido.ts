// The content of the papers of a cuenta corriente; pdf.ts draws it. Money in centavos.
import { formatCuit } from '@imprimitodo/shared/rules/base/cuit'
import { formatDay, formatFecha, formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { MEDIO_CAJA_COMO } from '@imprimitodo/shared/rules/dinero/caja'
import {
  diasDelMes,
  mesTitle,
  TIPO_CUENTA_CORRIENTE_TITLES,
} from '@imprimitodo/shared/rules/dinero/cuenta-corriente'
import { CONDICION_LEGALES } from '@imprimitodo/shared/rules/dinero/factura'
import { nombreTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import type { Vidriera } from '../../base/db/schema/ajustes.ts'
import type { CuentaRow, MovimientoCuentaRow } from './store.ts'
import type { Mes } from './vista.ts'

type Par = [label: string, value: string]

/** The issuer; fields that the owner left empty are left out. */
type Emisor = { nombre: string; renglones: string[] }

export type Extracto = {
  emisor: Emisor
  /** 'noviembre de 2026' */
  mes: string
  /** '01/11/2026 al 30/11/2026' */
  periodo: string
  emitido: string
  cliente: Par[]
  saldo_anterior: number
  filas: { fecha: string; detalle: string; debe: number; haber: number; saldo: number }[]
  /** The sum of each kind of movement that occurred. */
  totales: [string, number][]
  /** 'Saldo al 30/11/2026', or in favour of the institution. */
  saldo: [string, number]
}

export type Recibo = {
  emisor: Emisor
  numero: string
  fecha: string
  de: Par[]
  pares: Par[]
  importe: number
  saldo: [string, number]
}

function emisorOf({
  nombre,
  vendedor: { razon_social, domicilio, cuit, condicion_iva, telefono },
}: Vidriera): Emisor {
  return {
    nombre: razon_social ?? nombreTienda(nombre),
    renglones: [
      ...(domicilio ? [domicilio] : []),
      ...(cuit ? [`CUIT ${formatCuit(cuit)}`] : []),
      ...(condicion_iva ? [CONDICION_LEGALES[condicion_iva]] : []),
      ...(telefono ? [`Tel. ${telefono}`] : []),
    ],
  }
}

const clienteOf = ({ nombre, documento, condicion_iva, direccion }: CuentaRow): Par[] => [
  ['Cuenta', nombre],
  ...(documento ? ([[documento.length === 11 ? 'CUIT' : 'DNI', formatCuit(documento)]] as Par[]) : []),
  ...(condicion_iva ? ([['Condición frente al IVA', CONDICION_LEGALES[condicion_iva]]] as Par[]) : []),
  ...(direccion ? ([['Domicilio', direccion]] as Par[]) : []),
]

/** 'Pedido 1042, retiró Ana Ruiz', 'Pago por transferencia 8841, recibo 17'. */
export function movimientoDetalle({
  id,
  tipo,
  numero,
  retira,
  medio,
  referencia,
  motivo,
}: Pick<MovimientoCuentaRow, 'id' | 'tipo' | 'retira' | 'medio' | 'referencia' | 'motivo'> & {
  numero: number | null
}): string {
  if (tipo === 'cargo') return `Pedido ${numero ?? ''}, retiró ${retira}`
  if (tipo === 'devolucion') return `Devolución del pedido ${numero ?? ''}: ${motivo}`
  if (tipo === 'inicial') return TIPO_CUENTA_CORRIENTE_TITLES.inicial
  return `Pago ${medio ? MEDIO_CAJA_COMO[medio] : ''}${referencia ? ` ${referencia}` : ''}, recibo ${id}`
}

const saldoPair = (saldo: number, when: string): [string, number] => [
  saldo < 0 ? `Saldo a favor ${when}` : `Saldo ${when}`,
  Math.abs(saldo),
]

export function extractoOf(
  { cuenta, mes, saldo_anterior, movimientos, saldo_final }: Mes,
  vidriera: Vidriera,
  now: Date,
): Extracto {
  const { desde, hasta } = diasDelMes(mes)
  const sumOf = (tipo: MovimientoCuentaRow['tipo']) =>
    movimientos.filter((one) => one.tipo === tipo).reduce((sum, { importe }) => sum + importe, 0)
  const totales: [string, number][] = [
    ['Saldo anterior', saldo_anterior],
    ['Saldo inicial', sumOf('inicial')],
    ['Compras', sumOf('cargo')],
    ['Pagos', sumOf('pago')],
    ['Devoluciones', sumOf('devolucion')],
  ]
  return {
    emisor: emisorOf(vidriera),
    mes: mesTitle(mes),
    saldo_anterior,
    cliente: clienteOf(cuenta),
    periodo: `${formatFecha(desde)} al ${formatFecha(hasta)}`,
    emitido: formatDay(now),
    filas: movimientos.map((one) => ({
      fecha: formatDay(one.cuando),
      detalle: movimientoDetalle(one),
      saldo: one.saldo,
      debe: Math.max(0, one.importe),
      haber: Math.max(0, -one.importe),
    })),
    totales: totales.filter(([title, centavos]) => title === 'Saldo anterior' || centavos !== 0),
    // For the current month it is today's balance
    saldo: saldoPair(
      saldo_final,
      `al ${now < new Date(`${hasta}T23:59:59-03:00`) ? formatDay(now) : formatFecha(hasta)}`,
    ),
  }
}

/** The receipt of a payment. */
export function reciboOf(
  cuenta: CuentaRow,
  { id, cuando, importe, saldo, medio, referencia, quien }: MovimientoCuentaRow,
  vidriera: Vidriera,
): Recibo {
  return {
    emisor: emisorOf(vidriera),
    numero: String(id),
    importe: -importe,
    fecha: `${formatDay(cuando)}, ${formatTime(cuando)}`,
    de: clienteOf(cuenta),
    pares: [
      ['Por', 'Pago a cuenta corriente'],
      ['Forma de pago', `${medio ? MEDIO_CAJA_COMO[medio] : ''}${referencia ? ` (${referencia})` : ''}`],
      ['Recibió', quien],
    ],
    saldo: saldoPair(saldo, 'después de este pago'),
  }
}
