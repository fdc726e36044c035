export { cajaOf } from './caja.ts'
export { comprobarTotales } from './comprobar.ts'
export { contarDias } from './contar.ts'
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
export { mandarResumen } from './resumen.ts'
export { hojasVendidas, impresorasOf, promesasOf } from './taller.ts'
export { tapar } from './tapar.ts'
export { ventasOf } from './ventas.ts'
export { xlsxOf } from './xlsx.ts'
