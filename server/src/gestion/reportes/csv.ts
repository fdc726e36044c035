// The rows of each report as a spreadsheet takes them.
import type {
  CajaFila,
  DescuentoFila,
  ImpresoraReporte,
  PromesaFila,
  PuntosReporte,
  VentasFila,
} from '@imprimitodo/shared/api/reportes'
import { CANAL_TITLES } from '@imprimitodo/shared/rules/gestion/reporte'
import type { CsvColumn, CsvRow } from '@imprimitodo/shared/rules/gestion/reporte-csv'
import type { GroupChooser } from './ventas.ts'

export type CsvTabla = { columns: CsvColumn[]; rows: CsvRow[] }

const texto = (title: string): CsvColumn => ({ title, kind: 'texto' })
const fecha = (title: string): CsvColumn => ({ title, kind: 'fecha' })
const pesos = (title: string): CsvColumn => ({ title, kind: 'pesos' })
const numero = (title: string): CsvColumn => ({ title, kind: 'numero' })

const CLAVES: Record<GroupChooser, string> = { dia: 'Día', sucursal: 'Sucursal', producto: 'Producto' }
const TIPOS: Record<DescuentoFila['tipo'], string> = {
  web: 'Descuento por la web',
  hojas: 'Hojas gratis',
  cupon: 'Cupones',
  ruleta: 'Ruleta',
  premio: 'Premios',
  mano: 'A mano en el mostrador',
}

export const ventasTabla = (filas: VentasFila[], agrupar: GroupChooser): CsvTabla => ({
  columns: [
    (agrupar === 'dia' ? fecha : texto)(CLAVES[agrupar]),
    numero('Pedidos'),
    numero('Gratis'),
    numero('Ventas en el mostrador'),
    pesos('Vendido'),
    pesos('Devuelto'),
    pesos('Neto'),
  ],
  rows: filas.map(({ clave, pedidos, gratis, mostrador, bruto, devuelto, neto }) => [
    clave,
    pedidos,
    gratis,
    mostrador,
    bruto,
    devuelto,
    neto,
  ]),
})

export const descuentosTabla = (filas: DescuentoFila[]): CsvTabla => ({
  columns: [texto('Descuento'), numero('Pedidos'), numero('Códigos usados en el mostrador'), pesos('Pesos')],
  rows: filas.map(({ tipo, pedidos, mostrador, pesos }) => [TIPOS[tipo], pedidos, mostrador, pesos]),
})

export const puntosTabla = ({ puntos, cuentas, pesos: worth }: PuntosReporte): CsvTabla => ({
  columns: [numero('Puntos'), numero('Cuentas'), pesos('Valen en hojas')],
  rows: [[puntos, cuentas, worth]],
})

/** A row for each printer, and below it one for each reason of its reprints. */
export const impresorasTabla = (impresoras: ImpresoraReporte[]): CsvTabla => ({
  columns: [
    texto('Sucursal'),
    texto('Impresora'),
    texto('Motivo de reimpresión'),
    numero('Trabajos'),
    numero('Hojas'),
    numero('Caras contadas'),
    numero('Reimpresiones'),
    numero('Hojas reimpresas'),
  ],
  rows: impresoras.flatMap(({ sucursal, impresora, motivos, ...sums }) => [
    [
      sucursal,
      impresora,
      null,
      sums.trabajos,
      sums.hojas,
      sums.contadas,
      sums.reimpresiones,
      sums.hojas_reimpresas,
    ],
    ...motivos.map(({ motivo, veces, hojas }) => [
      sucursal,
      impresora,
      motivo,
      null,
      null,
      null,
      veces,
      hojas,
    ]),
  ]),
})

export const cajaTabla = (filas: CajaFila[]): CsvTabla => ({
  columns: [
    fecha('Día'),
    texto('Sucursal'),
    texto('Dónde'),
    texto('Medio'),
    numero('Operaciones'),
    pesos('Cobrado'),
    pesos('Devuelto'),
    pesos('Neto'),
  ],
  rows: filas.map(({ dia, sucursal, canal, medio, operaciones, cobrado, devuelto, neto }) => [
    dia,
    sucursal,
    CANAL_TITLES[canal],
    medio,
    operaciones,
    cobrado,
    devuelto,
    neto,
  ]),
})

export const promesasTabla = (filas: PromesaFila[]): CsvTabla => ({
  columns: [texto('Sucursal'), numero('A tiempo'), numero('Tarde'), numero('Pendientes')],
  rows: filas.map(({ sucursal, cumplidas, tarde, pendientes }) => [sucursal, cumplidas, tarde, pendientes]),
})
