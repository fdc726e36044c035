// The functions of orders that other features may use. The flow itself: subida/upload.ts, confirm/buy.ts,
// cliente/vista.ts.

export { sendMiniatura } from './cliente/miniatura.ts'
export {
  anonymiseClosed,
  areAllPropios,
  exportPropios,
  forgetCliente,
  listPropios,
  lockPropios,
  repeatPedido,
} from './cliente/propios.ts'
export { confirmAtCounter, type ExamenDeps, waitForExamen } from './confirm/buy.ts'
export { type Acceso, createAcceso, enlaceDe, firmaMiniaturas, notYours } from './filas/acceso.ts'
export { refuseArchivos } from './filas/archivos-data.ts'
export { changeInTurn, TurnMissed } from './filas/in-turn.ts'
export { pedidosOfVenta, upsertVentaPedidos, ventaEntera } from './filas/juntos-store.ts'
export { lockEnMostrador, needEnMostrador, needPedido } from './filas/need.ts'
export { countNotasEquipo, insertNotaEquipo, notasEquipoOf } from './filas/notas-store.ts'
export { type Busqueda, findElsewhere, searchAbiertos, searchPedidos } from './filas/search.ts'
export {
  closedReferences,
  entregasSql,
  findByCodigoRetiro,
  findByReferencia,
  findPaso,
  findPedido,
  findPedidos,
  historialOf,
  historialSql,
  horaOf,
  insertHistorial,
  insertPedido,
  listAyudas,
  listPedidosOf,
  listPrometidos,
  listRechazados,
  listSenas,
  lockByReferencia,
  lockPedido,
  lockPedidos,
  markSearched,
  mudanzasSql,
  type Pedido,
  pagosOf,
  pagosOfAll,
  pedidosIn,
  pedidosSql,
  strandedReferences,
  undecidedReferences,
  unsearchedReferences,
  updatePedido,
  waitingReferences,
  wasHandedOver,
} from './filas/store.ts'
export { isCorreoVigente } from './mails/correo-vigente.ts'
export { mailMudado } from './mails/mails.ts'
export { type Devuelto, mailCancelado, mailDevuelto, mailSobra } from './mails/mails-devolucion.ts'
export { conOf, dropImpago, isDeshacible, planCierre, planRechazo, tellCupon } from './mails/mensajes.ts'
export { giveBackCodigos, lockBeneficios, onEnded } from './pasos/beneficios.ts'
export { horaSugerida, tellDemora } from './pasos/demora.ts'
export { endLink, hasOpenLink } from './pasos/enlace.ts'
export { cleanUp, forgetFilesOf } from './pasos/limpieza.ts'
export { handOverWithoutArchivos, type MoveDeps, movePedido, payOffResta, tellState } from './pasos/move.ts'
export { creditPasados } from './pasos/pasados.ts'
export { promise } from './pasos/promesa.ts'
export { handOver, lookRetiro, needSaldado, type QuienEntrega, retiroRefusal } from './pasos/retiro.ts'
export { type QuienDeshace, undoPaso } from './pasos/undo.ts'
export { aplicadosA, aplicadosOf, inTurn, UN_PORCENTAJE } from './precio/codigos.ts'
export { missingHojas } from './precio/hojas.ts'
export {
  cobradoOf,
  colorPendiente,
  contadoOf,
  cotizacionOf,
  opcionesOf,
  otrosAnswer,
} from './precio/importes.ts'
export { codigoValorOf, isPorcentaje, priceOf } from './precio/price.ts'
export { resumenOf } from './precio/resumen.ts'
export { cartOf, savePedido } from './subida/save.ts'
