import type { ProductoDueno } from '@imprimitodo/shared/api/catalogo'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { dayOf, formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { ofertaOn } from '@imprimitodo/shared/rules/vidriera/oferta'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { Field } from '../../ui/form/field.tsx'
import { Foto } from '../../ui/picture/foto.tsx'
import { retryOf, VerMas } from '../../ui/ver-mas.tsx'
import { ask } from '../session/ask.ts'
import { SortDialog } from '../sort/sort-dialog.tsx'
import { useNow } from '../use-now.ts'
import { CartelesSeccion } from './carteles.tsx'
import { Categorias } from './categorias.tsx'
import styles from './dueno.module.css'
import { Listado } from './listado.tsx'
import { Marco } from './marco.tsx'
import { ProductoEditor } from './producto-editor.tsx'
import { duenoKey, useDueno, useReload } from './queries.ts'

/** A typed text is searched for after this pause. */
const WAIT_MS = 300

/** Products with `texto` in their name, page by page; while others load, the earlier ones stay. */
function useProductos(texto: string) {
  const { data, ...query } = useInfiniteQuery({
    queryKey: [...duenoKey, 'GET /api/mostrador/productos', texto],
    queryFn: ({ pageParam, signal }) =>
      dataOf(ask('GET /api/mostrador/productos', { query: { texto, cursor: pageParam }, signal })),
    initialPageParam: '',
    getNextPageParam: ({ siguiente }) => siguiente,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  return { ...query, refetch: retryOf(query), data: data?.pages.flatMap(({ productos }) => productos) }
}

/** Products, categories and signs. */
export function CatalogoPage() {
  const [typed, setTyped] = useState('')
  const [texto, setTexto] = useState('')
  const productos = useProductos(texto)
  const categorias = useDueno('GET /api/mostrador/categorias', undefined)
  const today = dayOf(new Date(useNow()))
  useEffect(() => {
    const timer = setTimeout(() => setTexto(typed.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const categoria = (id: number | null) => categorias.data?.find((one) => one.id === id)?.nombre ?? '—'
  return (
    <Marco title="Catálogo">
      <Listado
        query={productos}
        label="Productos"
        head={
          <Field
            label="Buscar un producto"
            type="search"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        }
        add="Agregar producto"
        isMain
        columns={['Imagen', 'Producto', 'Categoría', 'Precio', 'Estado', 'Acciones']}
        empty={texto ? 'Ningún producto se llama así.' : 'Todavía no hay productos.'}
        nameOf={({ nombre }) => nombre}
        before={(one) => (
          <span className={styles.thumb}>
            {one.imagenes[0] && <Foto imagen={mainOf(one)} alt="" sizes="48px" />}
          </span>
        )}
        cells={(one) => {
          const { importe } = ofertaOn(one, today)
          return [
            categoria(one.categoria_id),
            importe === null ? 'A consultar' : formatPesos(importe),
            one.retirado ? 'Retirado' : ofertaText(one, today),
          ]
        }}
        isOff={({ retirado }) => retirado !== null}
        otra={({ id, nombre, retirado }) => ({
          label: retirado ? 'Reponer' : 'Retirar',
          done: retirado ? `«${nombre}» volvió a la vidriera` : `«${nombre}» se retiró`,
          act: () =>
            ask('POST /api/mostrador/productos/:id/retirar', {
              params: { id: String(id) },
              body: { retirado: !retirado },
            }),
        })}
        ordenar={(close) => <SortProductos onClose={close} />}
        editor={(producto, close) => (
          <ProductoEditor producto={producto} categorias={categorias.data ?? []} onClose={close} />
        )}
      />
      <VerMas query={productos} what="productos" />
      <Categorias query={categorias} />
      <CartelesSeccion />
    </Marco>
  )
}

/** The products in the window, a list for each category. */
function SortProductos({ onClose }: { onClose: () => void }) {
  const { data, error } = useDueno('GET /api/mostrador/productos/orden', undefined)
  const reload = useReload()
  return (
    <SortDialog
      title="Ordenar los productos"
      listas={data?.map(({ categoria_id, nombre, productos }) => ({
        clave: String(categoria_id),
        ...((data.length > 1 || nombre) && { titulo: nombre ?? 'Sin categoría' }),
        filas: productos,
        save: (ids: number[]) => ask('PUT /api/mostrador/productos/orden', { body: { categoria_id, ids } }),
      }))}
      error={error}
      onSettled={reload}
      onClose={onClose}
    />
  )
}

function ofertaText(producto: ProductoDueno, today: string): string {
  if (!producto.es_oferta) return 'En la vidriera'
  const [hasta, { es_oferta }] = [producto.oferta_hasta, ofertaOn(producto, today)]
  if (hasta === null) return 'En oferta'
  return es_oferta ? `En oferta hasta el ${formatFecha(hasta)}` : `Terminó el ${formatFecha(hasta)}`
}

const mainOf = ({ imagenes }: ProductoDueno): string =>
  (imagenes.find(({ es_principal }) => es_principal) ?? imagenes[0])?.imagen ?? ''
