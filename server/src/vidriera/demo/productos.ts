/** Goods of the demo shop. Prices in pesos; `dibujos` are pictures of tools/dibujos, the main one first. */
export type DemoProducto = {
  nombre: string
  texto: string | null
  precio: number | null
  oferta?: true
  /** A print or a binding: leads to the first step. */
  impresion?: true
  video?: string
  dibujos: string[]
}

/** In the order of the window. `categoria` null: without category. */
export const CATALOGO: { categoria: string | null; productos: DemoProducto[] }[] = [
  {
    categoria: 'Impresiones y copias',
    productos: [
      {
        nombre: 'Impresión A4 blanco y negro',
        impresion: true,
        texto:
          'Precio por página simple. Apuntes, trámites y trabajos prácticos: subí el PDF desde tu casa y retiralo listo.',
        precio: 100,
        dibujos: ['hojas-byn'],
      },
      {
        nombre: 'Impresión A4 color',
        impresion: true,
        texto:
          'Precio por página simple, en papel de 75 g. Cobramos color solamente en las hojas que de verdad lo tienen.',
        precio: 400,
        dibujos: ['hojas-color'],
      },
      {
        nombre: 'Fotos 10×15, veinte unidades',
        texto:
          'Papel fotográfico brillante de 200 g. Mandanos las fotos por WhatsApp y te avisamos cuando están.',
        precio: 9800,
        oferta: true,
        dibujos: ['fotos'],
      },
      {
        nombre: 'Póster A3 en papel ilustración',
        texto:
          'Impresión láser a color sobre ilustración mate de 200 g. Ideal para láminas, avisos y decoración.',
        precio: 4200,
        dibujos: ['poster'],
      },
      { nombre: 'Plastificado A4', texto: null, precio: 1300, dibujos: ['plastificado'] },
    ],
  },
  {
    categoria: 'Anillados y encuadernación',
    productos: [
      {
        nombre: 'Anillado hasta 50 hojas',
        impresion: true,
        texto: 'Espiral plástico, tapa transparente y contratapa negra o de color. En el momento.',
        precio: 1200,
        dibujos: ['anillado-fino'],
      },
      {
        nombre: 'Anillado hasta 250 hojas',
        impresion: true,
        texto: 'Para manuales y carpetas gruesas: espiral reforzado, tapa cristal y contratapa de cartulina.',
        precio: 2200,
        dibujos: ['anillado-grueso'],
      },
      {
        nombre: 'Tesis en tapa dura',
        texto:
          'Encuadernación cosida con tapa forrada y letras doradas en el lomo. Lista en cinco días hábiles.',
        precio: 24500,
        dibujos: ['tesis'],
      },
    ],
  },
  {
    categoria: 'Librería',
    productos: [
      {
        nombre: 'Cuaderno A4 anillado',
        texto:
          'Tapa dura laminada mate, 84 hojas rayadas de 75 g. Lo hacemos en nuestro taller de Alberdi y podés elegir el color de la tapa.',
        precio: 8900,
        oferta: true,
        dibujos: ['cuaderno-azul', 'cuaderno-amarillo', 'cuaderno-rojo'],
      },
      {
        nombre: 'Agenda semanal 2027',
        texto: 'Semana a la vista, feriados de Argentina y señalador. Con tu nombre en la tapa sin cargo.',
        precio: 14500,
        dibujos: ['agenda'],
      },
      {
        nombre: 'Resma A4 de 75 g',
        texto:
          '500 hojas blancas multifunción. Llevando cinco, te la acercamos a tu casa en Alberdi o Aguilares.',
        precio: 9800,
        oferta: true,
        dibujos: ['resma'],
      },
      {
        nombre: 'Lápices de colores, doce unidades',
        texto: 'Madera reforestada, mina resistente y colores bien vivos. Vienen con sacapuntas.',
        precio: 5600,
        dibujos: ['lapices'],
      },
    ],
  },
  {
    categoria: 'Papelería escolar',
    productos: [
      {
        nombre: 'Etiquetas escolares con nombre',
        texto: 'Plancha de 24 etiquetas autoadhesivas con el nombre, el grado y el dibujo que elijas.',
        precio: 3600,
        dibujos: ['etiquetas'],
      },
      {
        nombre: 'Cuaderno de comunicaciones',
        texto: 'Con el escudo de la escuela en la tapa. Mínimo diez unidades; precio por cada una.',
        precio: 5400,
        dibujos: ['comunicaciones'],
      },
      {
        nombre: 'Mapas escolares N.º 3, diez unidades',
        texto: 'Políticos y físicos: Tucumán, Argentina, América y planisferio. Los podés combinar.',
        precio: 1500,
        dibujos: ['mapa'],
      },
    ],
  },
  {
    categoria: 'Tarjetas y folletos',
    productos: [
      {
        nombre: 'Tarjetas personales, cien unidades',
        texto: 'Doble faz a color en cartulina de 300 g, con laminado mate. El diseño básico va incluido.',
        precio: 12500,
        oferta: true,
        dibujos: ['tarjetas', 'tarjetas-dorso'],
      },
      {
        nombre: 'Volantes 10×15, mil unidades',
        texto: 'Papel ilustración de 115 g a todo color, una cara. Listos en 72 horas.',
        precio: 48000,
        dibujos: ['volantes'],
      },
      {
        nombre: 'Imanes para la heladera, cincuenta unidades',
        texto: 'Imán flexible de 5×7 cm con tu logo y tu teléfono. Troquelado recto o con puntas redondas.',
        precio: 21000,
        dibujos: ['imanes'],
      },
      {
        nombre: 'Talonario de presupuestos',
        texto: '50 juegos con duplicado autocopiativo, numerados y con los datos de tu negocio.',
        precio: 15900,
        dibujos: ['talonario'],
      },
    ],
  },
  {
    categoria: 'Banners y lonas',
    productos: [
      {
        nombre: 'Lona impresa por metro cuadrado',
        texto: 'Lona frontlight de 440 g, impresión solvente para exterior, con ojales cada 50 cm.',
        precio: 18500,
        dibujos: ['lona'],
      },
      {
        nombre: 'Banner roll up 85×200',
        texto: 'Estructura de aluminio, lona impresa y bolso para llevarlo. Se arma en un minuto.',
        precio: 98000,
        oferta: true,
        dibujos: ['roll-up'],
      },
      {
        nombre: 'Ploteo de vehículos',
        texto:
          'Vinilo de corte o impreso para autos, camionetas y motos. Medimos el vehículo y te pasamos el precio.',
        precio: null,
        dibujos: ['ploteo'],
      },
    ],
  },
  {
    categoria: 'Sublimación y regalos',
    productos: [
      {
        nombre: 'Taza sublimada',
        texto: 'Cerámica de 300 ml con tu foto, logo o frase. Apta microondas. Desde una unidad.',
        precio: 7900,
        oferta: true,
        dibujos: ['taza-roja', 'taza-azul'],
      },
      {
        nombre: 'Remera sublimada',
        texto:
          'Modal blanco, talles del 4 al XXL, estampa de hasta A4 al frente. Para egresados, precio por curso.',
        precio: 14900,
        dibujos: ['remera', 'remera-egresados'],
      },
      {
        nombre: 'Mate con tu nombre',
        texto: 'Mate de acero con bombilla, estampado con nombre o escudo. Viene en caja.',
        precio: 13800,
        dibujos: ['mate'],
      },
      {
        nombre: 'Llavero acrílico',
        texto: 'Cortado a láser e impreso de los dos lados. Desde diez unidades, precio por cada uno.',
        precio: 2400,
        dibujos: ['llavero'],
      },
    ],
  },
  {
    categoria: 'Sellos',
    productos: [
      {
        nombre: 'Sello automático de cuatro líneas',
        texto: 'Autoentintado, 38×14 mm: nombre, profesión, matrícula y CUIT. Listo en 24 horas.',
        precio: 16500,
        video: '/muestra/sello.mp4',
        dibujos: ['sello', 'sello-marca'],
      },
      {
        nombre: 'Sello fechador',
        texto: 'Con banda de doce años y texto a pedido: Recibido, Pagado, Entregado.',
        precio: 27900,
        dibujos: ['fechador'],
      },
      {
        nombre: 'Tinta para sellos, 30 ml',
        texto: 'Negra, azul o roja, para recargar almohadillas y sellos automáticos.',
        precio: 4900,
        dibujos: [],
      },
    ],
  },
  {
    categoria: 'Carteles y banderas',
    productos: [
      {
        nombre: 'Cartel en PVC espumado 60×40',
        texto: 'Placa de 5 mm con vinilo impreso y laminado, lista para colgar. Aguanta sol y lluvia.',
        precio: 22000,
        dibujos: ['cartel-pvc'],
      },
      {
        nombre: 'Bandera argentina 90×150',
        texto: 'Tela náutica con sol bordado, refuerzo y ojales. Para mástil de escuela o de balcón.',
        precio: 26500,
        dibujos: ['bandera-argentina'],
      },
      {
        nombre: 'Bandera de Tucumán 90×150',
        texto: 'La de Macha: franjas blanca, celeste y blanca, en tela náutica, con refuerzo y ojales.',
        precio: 26500,
        dibujos: ['bandera-tucuman'],
      },
    ],
  },
  {
    categoria: null,
    productos: [
      {
        nombre: 'Escaneo de documentos a PDF',
        texto:
          'Precio por página. Te lo mandamos por correo o lo guardás en tu pendrive, con texto que se puede buscar.',
        precio: 250,
        dibujos: ['escaneo'],
      },
    ],
  },
]
