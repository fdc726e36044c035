// The steps before a shop opens: which are done, and what the shop does without the others.
import type { PasoInstalacion } from '@imprimitodo/shared/api/instalacion'
import type { PasoApertura } from '@imprimitodo/shared/rules/gestion/apertura'
import type { Deps, Sucursal, Tienda } from '../../base/runtime/deps.ts'
import type { SesionMostrador } from '../../mostrador/acceso/service.ts'
import { perfilesDeSucursal } from '../../taller/impresion/service.ts'
import { pasosToOpen } from '../ajustes/service.ts'

type Own = Pick<Deps, 'db' | 'tienda' | 'payments' | 'mailer' | 'fiscal' | 'copia'>

/** In the order in which they are best filled. */
export async function aperturaPasosOf(
  deps: Own,
  sesion: Pick<SesionMostrador, 'segundo_factor'>,
): Promise<PasoInstalacion[]> {
  const tienda = await deps.tienda.read()
  const datos = pasosToOpen(tienda).map((paso) => ({
    ...paso,
    bloquea: blocks(paso.paso, tienda.sucursales),
  }))
  return [
    cuenta(sesion),
    ...datos,
    aspecto(tienda.ajustes.vidriera),
    ...(await conexiones(deps, tienda.sucursales)),
  ]
}

const aspecto = ({ nombre, colores, logo_id }: Tienda['ajustes']['vidriera']): PasoInstalacion => ({
  paso: 'aspecto',
  titulo: 'Nombre, colores y logo',
  bloquea: false,
  enlace: '/mostrador/dueno/negocio',
  hecho: Boolean(nombre || colores || logo_id),
  texto:
    'Mientras no elijas, la tienda y los mails se llaman ImprimiTodo y van en azul y limón, con el logo de siempre.',
})

/** A branch's step blocks the opening only until one branch has it. */
function blocks(paso: PasoApertura, sucursales: Sucursal[]): boolean {
  if (paso === 'direcciones') return sucursales.every(({ direccion }) => direccion === null)
  if (paso === 'horarios') return sucursales.every(({ horario }) => horario === null)
  return paso === 'precios' || paso === 'vendedor'
}

const cuenta = ({ segundo_factor }: Pick<SesionMostrador, 'segundo_factor'>): PasoInstalacion => ({
  paso: 'segundo_factor',
  titulo: 'Segundo factor de tu cuenta',
  hecho: segundo_factor,
  bloquea: true,
  texto:
    'Con tu contraseña sola, quien la adivine puede devolver plata. Lleva un minuto con el celular, en Mi cuenta.',
  enlace: '/mostrador/cuenta',
})

async function conexiones(
  { db, payments, mailer, fiscal, copia }: Own,
  sucursales: Sucursal[],
): Promise<PasoInstalacion[]> {
  const sinImpresora: string[] = []
  for (const { id, nombre } of sucursales)
    if ((await perfilesDeSucursal(db, id)).length === 0) sinImpresora.push(nombre)
  return [
    {
      paso: 'cobros',
      titulo: 'Cobros en la web',
      bloquea: true,
      enlace: '/mostrador/proveedores',
      hecho: !payments.current.isMissing,
      texto: 'Mientras falten, la tienda se ve, se suben archivos y se ve el precio, pero no se puede pagar.',
    },
    {
      paso: 'correo',
      titulo: 'Mails',
      bloquea: false,
      enlace: '/mostrador/proveedores',
      hecho: mailer.kind === 'smtp',
      texto:
        'Sin servidor de correo los mails se guardan y no salen: nadie se entera de que su pedido está listo.',
    },
    {
      paso: 'facturas',
      titulo: 'Facturas de ARCA',
      bloquea: false,
      enlace: '/mostrador/proveedores',
      hecho: fiscal.kind === 'arca' && !fiscal.isMissing,
      texto: 'Sin ARCA se vende igual: las facturas que pidan los clientes quedan esperando.',
    },
    {
      paso: 'impresoras',
      titulo: 'Impresoras',
      bloquea: false,
      enlace: '/mostrador/impresoras',
      hecho: sinImpresora.length === 0,
      texto: `${sinImpresora.length > 0 ? `Falta en ${y(sinImpresora)}. ` : ''}Sin impresora vinculada los pedidos se bajan en PDF y se imprimen a mano.`,
    },
    {
      paso: 'respaldo',
      titulo: 'Respaldo en otro lugar',
      bloquea: false,
      enlace: '/mostrador/proveedores',
      hecho: Boolean(copia?.nombre),
      texto: 'Hoy se guarda en el mismo disco que la tienda: si se rompe, se pierde todo.',
    },
  ]
}

const y = (words: string[]): string => new Intl.ListFormat('es-AR', { type: 'conjunction' }).format(words)
