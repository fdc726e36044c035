// The cover sheet on an order's stack: which printers make it, which work brings it, what it says.
import { stat } from 'node:fs/promises'
import { SIN_CELULAR } from '@imprimitodo/shared/rules/base/contacto'
import { formatMomentWithYear, formatTime } from '@imprimitodo/shared/rules/base/fecha'
import type { Tx } from '../../base/db/open.ts'
import type { Caratula } from '../../base/pdf/drawn/caratula.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { writeWhole } from '../../base/runtime/durable.ts'
import { linkTo } from '../../base/web/link.ts'
import type { Linea } from '../../compra/archivos/service.ts'
import { horaOf, type Pedido } from '../../compra/pedidos/service.ts'
import { cargosDePedido } from '../../dinero/cuentas-corrientes/service.ts'
import { findSucursal } from '../../gestion/sucursales/service.ts'
import { trabajosDe } from '../trabajos/service.ts'
import { estadoPago } from './estado-pago.ts'
import { nombreEnPapel } from './nombre-trabajo.ts'
import { type ImpresionRow, type ImpresoraRow, impresionesOf } from './store.ts'
import { archivoText, copiasText, volumenesDe } from './volumenes.ts'

/** Sides of the cover before the work's own: its back stays blank. */
export const ladosDeCaratula = ({ caratula, lados }: Pick<ImpresionRow, 'caratula' | 'lados'>): number =>
  caratula ? lados : 0

/**
 * Whether a work that goes to this printer brings its order's cover: only the order's first work there does, a reprint
 * never. The lock of the order decides which one is first.
 */
export async function hasCaratula(
  tx: Tx,
  { id, caratula }: Pick<ImpresoraRow, 'id' | 'caratula'>,
  of: { pedido_id: string; impresion_id?: number; repite: boolean },
): Promise<boolean> {
  if (!caratula || of.repite) return false
  const others = await impresionesOf(tx, of.pedido_id)
  return !others.some(
    (one) =>
      one.id !== of.impresion_id && one.impresora_id === id && one.caratula && one.estado !== 'cancelada',
  )
}

/** A local path of the cover. It is made once: a later try sends the same bytes. */
export async function caratulaPath(
  deps: Pick<Deps, 'db' | 'files' | 'publicUrl'>,
  { pedido, lineas }: { pedido: Pedido; lineas: Linea[] },
  impresion: ImpresionRow,
  impresora: Pick<ImpresoraRow, 'nombre'>,
): Promise<string> {
  const path = await deps.files.derivedPath(pedido.id, `caratula-${impresion.id}.pdf`)
  if (await stat(path).catch(() => null)) return path
  const { makeCaratula } = await import('../../base/pdf/drawn/caratula.ts')
  await writeWhole(path, await makeCaratula(await caratulaOf(deps, { pedido, lineas }, impresion, impresora)))
  return path
}

async function caratulaOf(
  { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>,
  { pedido, lineas }: { pedido: Pedido; lineas: Linea[] },
  { pedida }: ImpresionRow,
  { nombre }: Pick<ImpresoraRow, 'nombre'>,
): Promise<Caratula> {
  const { numero, codigo_retiro, celular, sucursal_id } = pedido
  if (numero === null || !codigo_retiro) throw new Error('What is printed was confirmed.')
  const sucursal = await findSucursal(db, sucursal_id ?? 0)
  return {
    numero,
    nombre: (await nombreEnPapel(db, pedido)) ?? '',
    entrega: entregaText(pedido, sucursal?.nombre ?? ''),
    direccion: pedido.modo_entrega === 'delivery' ? pedido.direccion_entrega : null,
    volumenes: volumenesDe(trabajosDe(pedido, lineas), lineas).map((volumen) => ({
      titulo: volumen.titulo,
      detalle: copiasText(volumen),
      archivos: volumen.archivos.map((archivo, index) => {
        const place = volumen.archivos.length > 1 ? `${index + 1} · ` : ''
        return { nombre: `${place}${archivo.nombre}`, detalle: archivoText(archivo) }
      }),
    })),
    nota: pedido.nota,
    codigoRetiro: codigo_retiro,
    enlaceRetiro: linkTo(publicUrl, `/c/${codigo_retiro}`),
    celular: !celular || celular === SIN_CELULAR ? '' : celular,
    pago: estadoPago(pedido, await cargosDePedido(db, pedido.id), 'caratula'),
    pie: `${formatTime(pedida)}, ${nombre}`,
  }
}

/** 'Retira en Alberdi · mar 24/11/2026, 11:45 · URGENTE' */
function entregaText(pedido: Pedido, sucursal: string): string {
  const parts = [pedido.modo_entrega === 'delivery' ? 'Envío a domicilio' : `Retira en ${sucursal}`]
  const when = horaOf(pedido)
  if (when) parts.push(formatMomentWithYear(when).toLowerCase())
  if (pedido.urgente) parts.push('URGENTE')
  return parts.join(' · ')
}
