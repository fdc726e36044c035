// What other features take from here.
export { nombresDe } from './mostrador-store.ts'
