export { cajaOf } from './caja.ts'
export { checkTotales } from './comprobar.ts'
export { countDias } from './contar.ts'
export {
  cajaTabla,
  descuentosTabla,
  impresorasTabla,
  promesasTabla,
  puntosTabla,
  type Tabla,
  ventasTabla,
} from './csv.ts'
export { descuentosOf, puntosPendientes } from './descuentos.ts'
export { sendResumen } from './resumen.ts'
export { hojasVendidas, impresorasOf, promesasOf } from './taller.ts'
export { maskNombres } from './tapar.ts'
export { ventasOf } from './ventas.ts'
export { xlsxOf } from './xlsx.ts'
