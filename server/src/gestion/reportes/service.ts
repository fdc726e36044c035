export { cajaOf } from './caja.ts'
export { checkTotales } from './check.ts'
export { countDias } from './count.ts'
export {
  type CsvTabla,
  cajaTabla,
  descuentosTabla,
  impresorasTabla,
  promesasTabla,
  puntosTabla,
  ventasTabla,
} from './csv.ts'
export { descuentosOf, puntosPendientes } from './descuentos.ts'
export { maskNombres } from './mask.ts'
export { sendResumen } from './resumen.ts'
export { hojasVendidas, impresorasOf, promesasOf } from './taller.ts'
export { ventasOf } from './ventas.ts'
export { xlsxOf } from './xlsx.ts'
