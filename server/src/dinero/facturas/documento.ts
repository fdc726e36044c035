// The content of a printed voucher (RG 1415, RG 4892, law 27.743, RG 5824); pdf.ts draws it.

import type { Facturacion } from '@imprimitodo/shared/api/facturas'
import { formatCuit } from '@imprimitodo/shared/rules/base/cuit'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import {
  CLASE_TITLES,
  CONDICION_LEGALES,
  comprobanteTitle,
  documentoOf,
  formatNumero,
  type Letra,
  qrTexto,
  readTipo,
} from '@imprimitodo/shared/rules/dinero/factura'
import { splitIva } from '@imprimitodo/shared/rules/dinero/iva'
import type { Vidriera } from '../../base/db/schema/ajustes.ts'
import { type LineaFactura, netLines } from './contenido.ts'
import type { FacturaRow } from './store.ts'
import { needVendedor } from './vendedor.ts'

/** Texts as they are printed; money in centavos. */
export type DocumentoDeFactura = {
  /** 'Factura', 'Nota de crédito' */
  titulo: string
  letra: Letra
  /** 'COD. 011' */
  codigo: string
  numero: string
  fecha: string
  emisor: { nombre: string; renglones: string[]; datos: [string, string][] }
  servicio: [string, string][]
  cliente: [string, string][]
  lineas: LineaFactura[]
  /** The heading of the lines' amounts. */
  columna: string
  totales: [string, number][]
  total: number
  /** Below the totals, boxed. */
  transparencia: [string, number][] | null
  leyendas: string[]
  cae: string
  caeVence: string
  qr: string
  /** The warning on a document that is no valid invoice; else null. */
  aviso: string | null
}

type Shop = {
  vendedor: Vidriera['vendedor']
  facturacion: Facturacion
  publicUrl: string
  emisor: { cuit: string; condicion: 'RI' | 'MT' } | null
  pedidoNumero: number | null
  /** 'Contado' or 'Cuenta corriente', or both. */
  condicionVenta: string
}

/** Obs. 10217 of ARCA; RG 5003. */
const A_MONOTRIBUTO =
  'El crédito fiscal discriminado en el presente comprobante sólo podrá ser computado a efectos del Régimen de Sostenimiento e Inclusión Fiscal para Pequeños Contribuyentes de la Ley Nº 27.618.'
/** RG 5824/2026. */
const A_FINAL = 'A CONSUMIDOR FINAL'
const NO_VALIDO = 'COMPROBANTE NO VÁLIDO COMO FACTURA'

/** The address of the PDF, which is enough to read it. `origin` without slash at the end. */
export const urlOf = (origin: string, { id }: Pick<FacturaRow, 'id'>): string =>
  `${origin}/api/facturas/${id}.pdf`

/** @throws where the voucher was not issued; SinVendedor */
export function documentoDe(
  factura: FacturaRow,
  asociada: FacturaRow | undefined,
  shop: Shop,
): DocumentoDeFactura {
  const { id, tipo, punto_venta, numero, fecha, importe, lineas, cuit, cae, cae_vence, cliente } = factura
  if (!tipo || !punto_venta || !numero || !fecha || !importe || !lineas || !cuit || !cae || !cae_vence)
    throw new Error('Only what was issued is a document.')
  const { clase, letra } = readTipo(tipo)
  const { neto, iva } = splitIva(importe)
  const vendedor = needVendedor(shop, shop.emisor)
  const documento = documentoOf(cliente.cuit)
  const isValid = factura.proveedor === 'arca'
  const isFinal = cliente.condicion_iva === 'CF'
  return {
    titulo: CLASE_TITLES[clase],
    letra,
    codigo: `COD. ${String(tipo).padStart(3, '0')}`,
    numero: formatNumero(punto_venta, numero),
    fecha: formatFecha(fecha),
    emisor: {
      nombre: vendedor.razon_social,
      renglones: [vendedor.domicilio, CONDICION_LEGALES[vendedor.condicion]],
      datos: [
        ['CUIT', formatCuit(cuit)],
        ['Ingresos Brutos', vendedor.ingresos_brutos],
        ['Inicio de actividades', formatFecha(vendedor.inicio_actividades)],
      ],
    },
    servicio: [
      ['Período facturado', `${formatFecha(factura.servicio_desde ?? fecha)} al ${formatFecha(fecha)}`],
      ['Vto. para el pago', formatFecha(fecha)],
      ['Condición de venta', shop.condicionVenta],
      ['Pedido', String(shop.pedidoNumero)],
    ],
    cliente: [
      ['Nombre o razón social', cliente.nombre],
      ...(cliente.cuit ? ([['CUIT', formatCuit(cliente.cuit)]] as [string, string][]) : []),
      ['Condición frente al IVA', CONDICION_LEGALES[cliente.condicion_iva]],
      ...(cliente.direccion ? ([['Domicilio', cliente.direccion]] as [string, string][]) : []),
      ...(asociada ? ([['Comprobante asociado', titleOf(asociada)]] as [string, string][]) : []),
    ],
    lineas: letra === 'A' ? netLines(lineas) : lineas,
    columna: letra === 'A' ? 'Neto (IVA 21 %)' : 'Importe',
    totales:
      letra === 'A'
        ? [['Importe neto gravado', neto], ['IVA 21 %', iva], OTHER]
        : [['Subtotal', importe], OTHER],
    total: importe,
    // Only from a responsable inscripto to final consumers
    transparencia:
      letra === 'B'
        ? [
            ['IVA Contenido', iva],
            ['Otros Impuestos Nacionales Indirectos', 0],
          ]
        : null,
    leyendas: [
      ...(isFinal ? [A_FINAL] : []),
      ...(letra === 'A' && cliente.condicion_iva === 'MT' ? [A_MONOTRIBUTO] : []),
    ],
    cae,
    caeVence: formatFecha(cae_vence),
    // ARCA's page knows only authorised vouchers: a simulated one's QR leads to the document itself
    qr: isValid
      ? qrTexto({
          fecha,
          cuit,
          puntoVenta: punto_venta,
          tipo,
          numero,
          importe,
          cae,
          docTipo: documento.tipo,
          docNro: documento.nro,
        })
      : urlOf(shop.publicUrl, { id }),
    aviso: isValid ? null : NO_VALIDO,
  }
}

const OTHER: [string, number] = ['Importe otros tributos', 0]

function titleOf({ tipo, punto_venta, numero, fecha }: FacturaRow): string {
  return `${comprobanteTitle(tipo ?? 0, punto_venta ?? 0, numero ?? 0)} del ${formatFecha(fecha ?? '')}`
}
