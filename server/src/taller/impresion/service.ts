// What other features may ask of printing.
export { closeDeshechos, closeVencidos } from './arriendos.ts'
export { imprimirPedido, imprimirPrueba } from './encolar.ts'
export {
  aceptarHuella,
  cambiarImpresora,
  crearAgente,
  crearImpresora,
  listarAgentes,
  listarImpresoras,
  retirarImpresora,
  revocarAgente,
} from './impresoras.ts'
export { needImpreso } from './listo.ts'
export { rehacerImpresiones, retomarDetenidas } from './reponer.ts'
export { cancelarImpresion, confirmar, moverImpresion, resolver } from './resolver.ts'
export { impresionesAnswer, needAnswer, needImpresora } from './respuesta.ts'
export { impresosOf, lockImpresionesOf, sucursalOfImpresion, sucursalOfImpresora } from './store.ts'
