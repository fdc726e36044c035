// What other features may ask of files that customers send again: ../mostrador asks for them and accepts them.
export { acceptReposicion, recibidoOf } from './accept.ts'
export { askReposicion } from './ask.ts'
export { reposicionesSql } from './store.ts'
export { pedidasDe, reposicionesDe, viewReposiciones } from './vista.ts'
