// What other features may ask of orders. The flow itself: upload.ts, buy.ts, vista.ts.
export { type Acceso, createAcceso, enlaceDe, firmaMiniaturas, notYours } from './acceso.ts'
export { refuseArchivos } from './archivos-data.ts'
export { giveBackCodigos, lockBeneficios, onEnded } from './beneficios.ts'
export { confirmAtCounter, type ExamenDeps, waitForExamen } from './buy.ts'
export { aplicadosA, aplicadosOf, inTurn, UN_PORCENTAJE } from './codigos.ts'
export { isCorreoVigente } from './correo-vigente.ts'
export { horaSugerida, tellDemora } from './demora.ts'
export { endLink, hasOpenLink } from './enlace.ts'
export { hojasQueFaltan } from './hojas.ts'
export { cobradoOf, colorPendiente, contadoOf, cotizacionOf, opcionesOf, otrosAnswer } from './importes.ts'
export { pedidosOfVenta, upsertVentaPedidos, ventaEntera } from './juntos-store.ts'
export { cleanUp, forgetFilesOf } from './limpieza.ts'
export { mailMudado } from './mails.ts'
export { type Devuelto, mailCancelado, mailDevuelto, mailSobra } from './mails-devolucion.ts'
export { conOf, dropImpago, isDeshacible, planCierre, planRechazo, tellCupon } from './mensajes.ts'
export { sendMiniatura } from './miniatura.ts'
export { handOverWithoutArchivos, type MoveDeps, movePedido, payOffResta, tellState } from './move.ts'
export { countNotasEquipo, insertNotaEquipo, notasEquipoOf } from './notas-store.ts'
export { creditPasados } from './pasados.ts'
export { codigoValorOf, isPorcentaje, priceOf } from './price.ts'
export { promise } from './promesa.ts'
export {
  anonymiseClosed,
  areAllPropios,
  exportPropios,
  forgetCliente,
  listPropios,
  lockPropios,
  repeatPedido,
} from './propios.ts'
export { resumenOf } from './resumen.ts'
export { handOver, lookRetiro, needSaldado, type QuienEntrega, retiroRefusal } from './retiro.ts'
export { cartOf, savePedido } from './save.ts'
export { type Busqueda, searchAbiertos, searchPedidos } from './search.ts'
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
} from './store.ts'
export { type QuienDeshace, undoPaso } from './undo.ts'
export { lockEnMostrador, needEnMostrador, needPedido } from './vista.ts'
