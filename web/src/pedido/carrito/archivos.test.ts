import { expect, test } from 'vitest'
import {
  addArchivos,
  cancelGrouping,
  editArchivo,
  isMissing,
  removeArchivo,
  replaceArchivo,
  setOpciones,
  startGrouping,
} from './archivos.ts'
import type { Carrito } from './carrito-state.ts'
import { moveToGrupo } from './grupos.ts'
import { carritoOf, file } from './testing.ts'

const names = (carrito: Carrito) => carrito.archivos.map(({ name }) => name)
const archivo = (carrito: Carrito, id: string) => carrito.archivos.find((one) => one.id === id)

test('an added file has the default options', () => {
  expect(carritoOf('tesis.pdf').archivos[0]).toMatchObject({
    name: 'tesis.pdf',
    size: 5,
    dobleFaz: true,
    orientacion: 'vertical',
    color: 'blanco y negro',
    grupo: 'default',
    duplicado: 1,
    anillado: false,
  })
})

test('a name already listed is not added again, in any Unicode normal form', () => {
  const before = carritoOf('año.pdf'.normalize('NFC'))
  const { carrito, repetidos, added } = addArchivos(before, [file('año.pdf'.normalize('NFD'))], () => 'z')
  expect(names(carrito)).toEqual(['año.pdf'.normalize('NFC')])
  expect(repetidos).toEqual(['año.pdf'.normalize('NFC')])
  expect(added).toEqual([])
})

test('a name is listed without the marks that turn its letters around, as the shop keeps it', () => {
  const { carrito } = addArchivos(carritoOf(), [file('apuntes\u202efdp.exe\u202c.pdf')], () => 'z')
  expect(names(carrito)).toEqual(['apuntesfdp.exe.pdf'])
})

test('two files of one name in one drop: the second is the repeated one', () => {
  const { carrito, repetidos } = addArchivos(carritoOf(), [file('a.pdf', 1), file('a.pdf', 2)], () => 'x')
  expect(carrito.archivos).toMatchObject([{ name: 'a.pdf', size: 1 }])
  expect(repetidos).toEqual(['a.pdf'])
})

test('a repeated name whose size or date is another is told apart, the last one of each name', () => {
  const at = (size: number, lastModified: number) =>
    new File([new Uint8Array(size)], 'tesis.pdf', { lastModified })
  const before = addArchivos(carritoOf(), [at(3, 1000)], () => 'a').carrito
  const distintosOf = (...files: File[]) => addArchivos(before, files, () => 'z').distintos
  expect(distintosOf(at(3, 1000))).toEqual([])
  expect(distintosOf(at(3, 2000))).toMatchObject([{ id: 'a', file: { lastModified: 2000 } }])
  expect(distintosOf(at(4, 1000), at(5, 1000))).toMatchObject([{ id: 'a', file: { size: 5 } }])
  const lost = editArchivo(before, 'a', { realFile: null, subida: 'S1' })
  const other = addArchivos(lost, [at(4, 1000)], () => 'z')
  expect(other).toMatchObject({ repetidos: ['tesis.pdf'], distintos: [{ id: 'a' }] })
  expect(addArchivos(editArchivo(lost, 'a', { size: 0 }), [at(4, 1000)], () => 'z').distintos).toEqual([])
})

test('a file whose contents were lost is recognised by name and size, with its options', () => {
  const lost: Carrito = setOpciones(carritoOf('tesis.pdf'), 'a', { duplicado: 4 })
  const empty = { ...lost, archivos: lost.archivos.map((one) => ({ ...one, realFile: null })) }
  expect(empty.archivos.every(isMissing)).toBe(true)
  const back = addArchivos(empty, [file('tesis.pdf')], () => 'z').carrito
  expect(back.archivos).toMatchObject([{ id: 'a', duplicado: 4 }])
  expect(back.archivos.some(isMissing)).toBe(false)
  expect(addArchivos(empty, [file('tesis.pdf', 99)], () => 'z').repetidos).toEqual(['tesis.pdf'])
})

test('a lost file whose size is unknown is recognised by its name, unless the server has its bytes', () => {
  const unknown = { size: 0, realFile: null, duplicado: 4 }
  const lost = editArchivo(carritoOf('tesis.pdf'), 'a', unknown)
  const [back] = addArchivos(lost, [file('tesis.pdf', 99)], () => 'z').carrito.archivos
  expect(back).toMatchObject({ id: 'a', size: 99, duplicado: 4, realFile: expect.any(File) })
  const kept = editArchivo(lost, 'a', { subida: 'S1' })
  expect(addArchivos(kept, [file('tesis.pdf', 99)], () => 'z')).toMatchObject({
    carrito: { archivos: [{ ...unknown, subida: 'S1' }] },
    repetidos: ['tesis.pdf'],
  })
})

test('4 GiB or more is refused at once', () => {
  const huge = Object.defineProperty(file('foto.pdf'), 'size', { value: 4 * 1024 ** 3 })
  const { carrito, refused } = addArchivos(carritoOf(), [huge], () => 'z')
  expect(carrito.archivos).toEqual([])
  expect(refused[0]).toContain('«foto.pdf»')
})

test.each([0, -1, 1.5, 10_000, Number.NaN])('%d copies are refused', (duplicado) => {
  const carrito = carritoOf('a.pdf')
  expect(setOpciones(carrito, 'a', { duplicado })).toBe(carrito)
})

test.each([1, 9_999])('%d copies are accepted', (duplicado) => {
  expect(archivo(setOpciones(carritoOf('a.pdf'), 'a', { duplicado }), 'a')?.duplicado).toBe(duplicado)
})

test('in a group copies and orientation are those of the volume, the rest each file’s own', () => {
  let carrito = carritoOf('a.pdf', 'b.pdf', 'c.pdf')
  for (const id of ['a', 'b']) carrito = moveToGrupo(carrito, id, 'grupo0').carrito
  carrito = setOpciones(carrito, 'b', { duplicado: 5, orientacion: 'horizontal', color: 'color' })
  expect(archivo(carrito, 'a')).toMatchObject({
    duplicado: 5,
    orientacion: 'horizontal',
    color: 'blanco y negro',
  })
  expect(archivo(carrito, 'b')).toMatchObject({ duplicado: 5, orientacion: 'horizontal', color: 'color' })
  expect(archivo(carrito, 'c')).toMatchObject({ duplicado: 1, orientacion: 'vertical' })
  expect(archivo(setOpciones(carrito, 'a', { duplicado: 2 }), 'b')?.duplicado).toBe(2)
})

test('cancelling the grouping returns all files to default', () => {
  const grouped = moveToGrupo(startGrouping(carritoOf('a.pdf', 'b.pdf')), 'a', 'grupo2').carrito
  const cancelled = cancelGrouping(grouped)
  expect(cancelled.agrupando).toBe(false)
  expect(cancelled.archivos.map(({ grupo }) => grupo)).toEqual(['default', 'default'])
})

test('when one file is left there is nothing to group, and it stays bound if it was', () => {
  let carrito = startGrouping(carritoOf('a.pdf', 'b.pdf', 'c.pdf'))
  carrito = moveToGrupo(carrito, 'a', 'grupo0').carrito
  carrito = removeArchivo(carrito, 'b')
  expect(carrito.agrupando).toBe(true)
  expect(removeArchivo(carrito, 'c')).toMatchObject({
    agrupando: false,
    archivos: [{ id: 'a', grupo: 'default', anillado: true }],
  })
  expect(removeArchivo(carrito, 'a').archivos).toMatchObject([{ id: 'c', anillado: false }])
})

test('a replacing file keeps the options and the volume, and nothing else', () => {
  let carrito = carritoOf('a.pdf', 'b.pdf', 'c.pdf')
  for (const id of ['a', 'b']) carrito = moveToGrupo(carrito, id, 'grupo0').carrito
  carrito = setOpciones(carrito, 'b', { duplicado: 5, color: 'color', rango: '2-4' })
  carrito = { ...carrito, imposibles: ['«b.pdf»: está dañado', '«c.pdf»: está dañado'] }
  const sent = editArchivo(carrito, 'b', { subida: 'x' })
  const result = replaceArchivo(sent, 'b', file('nuevo.pdf', 7), 'z')
  expect(result.es).toBe('reemplazado')
  expect(names(result.carrito)).toEqual(['a.pdf', 'nuevo.pdf', 'c.pdf'])
  // Another tab, and this device's storage, know the old bytes as 'b'
  expect(archivo(result.carrito, 'b')).toBeUndefined()
  expect(archivo(result.carrito, 'z')).toMatchObject({
    size: 7,
    subida: null,
    contado: null,
    grupo: 'grupo0',
    duplicado: 5,
    color: 'color',
    rango: '2-4',
  })
  expect(result.carrito.imposibles).toEqual(['«c.pdf»: está dañado'])
})

test('it may have the same name, but not another file’s, nor 4 GiB: then nothing changes', () => {
  const carrito = carritoOf('a.pdf', 'b.pdf')
  expect(replaceArchivo(carrito, 'a', file('a.pdf', 9), 'z').es).toBe('reemplazado')
  expect(replaceArchivo(carrito, 'a', file('b.pdf', 9), 'z')).toEqual({
    es: 'repetido',
    name: 'b.pdf',
    carrito,
  })
  const huge = Object.defineProperty(file('c.pdf'), 'size', { value: 4 * 1024 ** 3 })
  expect(replaceArchivo(carrito, 'a', huge, 'z')).toMatchObject({ es: 'rechazado', carrito })
})

test('a removed or replaced file takes no message along that names another file', () => {
  const [plano, final] = ['«plano»: no es un PDF', '«plano» final.pdf»: está dañado']
  const carrito = { ...carritoOf('plano', 'plano» final.pdf'), imposibles: [plano, final] }
  const [first = '', second = ''] = carrito.archivos.map(({ id }) => id)
  expect(removeArchivo(carrito, first).imposibles).toEqual([final])
  expect(removeArchivo(carrito, second).imposibles).toEqual([plano])
  expect(replaceArchivo(carrito, first, file('otro.pdf'), 'n').carrito.imposibles).toEqual([final])
})
