import { type CategoriaDueno, CategoriaForm } from '@imprimitodo/shared/api/catalogo'
import { ask } from '../session/ask.ts'
import { SortDialog } from '../sort/sort-dialog.tsx'
import { Editor } from './editor.tsx'
import { Listado } from './listado.tsx'
import type { ListaQuery } from './marco.tsx'
import { useReload } from './queries.ts'
import { textOf } from './valores.ts'

export function Categorias({ query }: { query: ListaQuery<CategoriaDueno> }) {
  const reload = useReload()
  return (
    <Listado
      query={query}
      label="Categorías"
      head={<h2>Categorías</h2>}
      add="Agregar categoría"
      columns={['Categoría', 'Productos', 'Acciones']}
      empty="Todavía no hay categorías."
      nameOf={({ nombre }) => nombre}
      cells={({ productos }) => [productos]}
      otra={({ id, nombre }) => ({
        label: 'Borrar',
        done: `«${nombre}» se borró; sus productos quedan sin categoría`,
        act: () => ask('DELETE /api/mostrador/categorias/:id', { params: { id: String(id) } }),
      })}
      ordenar={(close) => (
        <SortDialog
          title="Ordenar las categorías"
          listas={[
            {
              clave: 'categorias',
              filas: query.data ?? [],
              save: (ids) => ask('PUT /api/mostrador/categorias/orden', { body: { ids } }),
            },
          ]}
          onSettled={reload}
          onClose={close}
        />
      )}
      editor={(of, close) => (
        <Editor
          title={of ? `Editar ${of.nombre}` : 'Agregar categoría'}
          schema={CategoriaForm}
          campos={[{ name: 'nombre', label: 'Nombre' }]}
          inicial={{ nombre: of?.nombre ?? '' }}
          saved="Categoría guardada"
          body={({ nombre }) => ({ nombre: textOf(nombre) })}
          save={(body) => ask('POST /api/mostrador/categorias', { body })}
          change={
            of &&
            ((body) => ask('PATCH /api/mostrador/categorias/:id', { params: { id: String(of.id) }, body }))
          }
          onSaved={reload}
          onClose={close}
        />
      )}
    />
  )
}
