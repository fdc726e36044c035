import { createHash } from 'node:crypto'
import { and, eq, max } from 'drizzle-orm'
import type { Db, Queryable } from '../../db/open.ts'
import { simulado_comprobantes } from '../../db/schema/services.ts'
import { type Fiscal, FiscalRejected, type Serie } from './port.ts'

const CAE_DAYS = 10

/**
 * Embedded default: keeps books and numbers as ARCA does, grants codes that begin with 00, which no real one
 * does, and knows no taxpayer. Its vouchers have no legal value, and the documents say so.
 */
export function createFiscalSimulado({ db }: { db: Db }): Fiscal {
  return {
    kind: 'simulado',
    emisor: null,
    last: (serie) => lastOf(db, serie),
    async issue(comprobante) {
      const { cuit, puntoVenta: punto_venta, tipo, numero, fecha } = comprobante
      const { docTipo: doc_tipo, docNro: doc_nro, total: importe } = comprobante
      if (numero !== (await lastOf(db, comprobante)) + 1) throw notNext()
      const seal = createHash('sha256').update([cuit, punto_venta, tipo, numero].join('-')).digest()
      const cae = `00${String(seal.readUIntBE(0, 6) % 1e12).padStart(12, '0')}`
      const cae_vence = addDays(fecha, CAE_DAYS)
      const made = await db
        .insert(simulado_comprobantes)
        .values({ cuit, punto_venta, tipo, numero, fecha, doc_tipo, doc_nro, importe, cae, cae_vence })
        .onConflictDoNothing()
        .returning({ numero: simulado_comprobantes.numero })
      if (made.length === 0) throw notNext()
      return { cae, vence: cae_vence, observaciones: [], intercambio: null }
    },
    async find(serie, numero) {
      const [found] = await db
        .select()
        .from(simulado_comprobantes)
        .where(and(ofSerie(serie), eq(simulado_comprobantes.numero, numero)))
      if (!found) return null
      const { fecha, doc_tipo: docTipo, doc_nro: docNro, importe: total, cae, cae_vence: vence } = found
      return { numero, fecha, docTipo, docNro, total, cae, vence }
    },
    persona: async () => null,
    puntosVenta: async () => [],
    probe: async () => ({
      ok: true,
      detail: 'Facturación simulada: los comprobantes no valen como factura.',
    }),
  }
}

const notNext = () =>
  new FiscalRejected('El número no es el que sigue al último autorizado.', { isSequence: true })

const ofSerie = ({ cuit, puntoVenta, tipo }: Serie) =>
  and(
    eq(simulado_comprobantes.cuit, cuit),
    eq(simulado_comprobantes.punto_venta, puntoVenta),
    eq(simulado_comprobantes.tipo, tipo),
  )

async function lastOf(db: Queryable, serie: Serie): Promise<number> {
  const [row] = await db
    .select({ last: max(simulado_comprobantes.numero) })
    .from(simulado_comprobantes)
    .where(ofSerie(serie))
  return row?.last ?? 0
}

/** Calendar days, not instants: noon in UTC is the same day everywhere that matters. */
function addDays(fecha: string, days: number): string {
  const date = new Date(`${fecha}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
