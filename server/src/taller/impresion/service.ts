// What other features may ask of printing.
export { closeDeshechos, closeVencidos } from './arriendos.ts'
export { imprimirPedido, imprimirPrueba } from './encolar.ts'
export { viewAgentes, viewImpresoras } from './impresoras.ts'
export { needImpreso } from './listo.ts'
export { rehacerImpresiones, retomarDetenidas } from './reponer.ts'
export { cancelarImpresion, confirmar, moverImpresion, resolver } from './resolver.ts'
export { impresionesAnswer, needAnswer, needImpresora } from './respuesta.ts'
export { impresosOf, lockImpresionesOf, sucursalOfImpresion, sucursalOfImpresora } from './store.ts'
