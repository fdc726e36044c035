// The functions of printing that other features may use.
export { closeDeshechos, closeVencidos } from './arriendos-store.ts'
export { queuePedido } from './enqueue.ts'
export { perfilesDeSucursal, viewAgentes, viewImpresoras } from './impresoras.ts'
export { needImpreso } from './listo.ts'
export { forgetProgramas } from './programa/programa.ts'
export { redoImpresiones, resumeDetenidas } from './redo.ts'
export { impresionesAnswer } from './respuesta.ts'
export {
  countVivas,
  impresionesSql,
  impresorasSql,
  impresosOf,
  lockImpresionesOf,
  sucursalOfImpresion,
  sucursalOfImpresora,
  wasSentToPrint,
} from './store.ts'
export { renglonesDePapel, ticketDe } from './ticket.ts'
