CREATE TABLE "carteles" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "carteles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tipo" text NOT NULL,
	"titulo" text NOT NULL,
	"texto" text NOT NULL,
	"imagen_id" text,
	"orden" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "categorias" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categorias_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nombre" text NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "categorias_nombre_unique" UNIQUE("nombre")
);
--> statement-breakpoint
CREATE TABLE "codigos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "codigos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"codigo" text NOT NULL,
	"tipo" text NOT NULL,
	"cliente_id" integer,
	"email" text,
	"hojas" integer,
	"porcentaje" numeric(5, 2),
	"producto_nombre" text NOT NULL,
	"premio_id" integer,
	"origen_id" integer,
	"creado" timestamp with time zone NOT NULL,
	"vence" timestamp with time zone NOT NULL,
	"pedido_id" text,
	"reservado_hasta" timestamp with time zone,
	"usado" timestamp with time zone,
	"usado_por" text,
	CONSTRAINT "codigos_codigo_unique" UNIQUE("codigo")
);
--> statement-breakpoint
CREATE TABLE "imagenes" (
	"id" text PRIMARY KEY NOT NULL,
	"ancho" integer NOT NULL,
	"alto" integer NOT NULL,
	"creado" timestamp with time zone DEFAULT now() NOT NULL,
	"lista" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "premios" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "premios_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nombre" text NOT NULL,
	"descripcion" text NOT NULL,
	"imagen_id" text,
	"puntos_requeridos" integer NOT NULL,
	"cantidad" integer NOT NULL,
	"es_codigo_canje" boolean DEFAULT false NOT NULL,
	"orden" integer DEFAULT 0 NOT NULL,
	"retirado" timestamp with time zone,
	CONSTRAINT "premios_puntos" CHECK ("premios"."puntos_requeridos" > 0),
	CONSTRAINT "premios_cantidad" CHECK ("premios"."cantidad" >= 0)
);
--> statement-breakpoint
CREATE TABLE "producto_imagenes" (
	"producto_id" integer NOT NULL,
	"imagen_id" text NOT NULL,
	"posicion" integer NOT NULL,
	"es_principal" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "productos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "productos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nombre" text NOT NULL,
	"texto" text,
	"categoria_id" integer,
	"importe" bigint,
	"es_oferta" boolean DEFAULT false NOT NULL,
	"video" text,
	"orden" integer DEFAULT 0 NOT NULL,
	"retirado" timestamp with time zone,
	"actualizado" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "productos_importe" CHECK ("productos"."importe" >= 0)
);
--> statement-breakpoint
CREATE TABLE "puntos" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "puntos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cliente_id" integer NOT NULL,
	"tipo" text NOT NULL,
	"puntos" bigint NOT NULL,
	"motivo" text NOT NULL,
	"clave" text NOT NULL,
	"pedido_id" text,
	"quien" text NOT NULL,
	"cuando" timestamp with time zone NOT NULL,
	CONSTRAINT "puntos_clave_unique" UNIQUE("clave"),
	CONSTRAINT "puntos_no_cero" CHECK ("puntos"."puntos" <> 0)
);
--> statement-breakpoint
CREATE TABLE "tiradas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tiradas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"correo" text NOT NULL,
	"dia" date NOT NULL,
	"vez" integer NOT NULL,
	"valor" integer NOT NULL,
	"codigo_id" integer NOT NULL,
	"cuando" timestamp with time zone NOT NULL,
	CONSTRAINT "tiradas_vez" CHECK ("tiradas"."vez" in (1, 2))
);
--> statement-breakpoint
CREATE TABLE "ventas" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ventas_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"clave" text,
	"cliente_id" integer,
	"operador_id" integer,
	"importe" bigint NOT NULL,
	"puntos" bigint NOT NULL,
	"cuando" timestamp with time zone NOT NULL,
	CONSTRAINT "ventas_clave_unique" UNIQUE("clave")
);
--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "descuento_hojas" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "descuento_codigo" numeric(5, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "carteles" ADD CONSTRAINT "carteles_imagen_id_imagenes_id_fk" FOREIGN KEY ("imagen_id") REFERENCES "public"."imagenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codigos" ADD CONSTRAINT "codigos_cliente_id_clientes_id_fk" FOREIGN KEY ("cliente_id") REFERENCES "public"."clientes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codigos" ADD CONSTRAINT "codigos_premio_id_premios_id_fk" FOREIGN KEY ("premio_id") REFERENCES "public"."premios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codigos" ADD CONSTRAINT "codigos_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "premios" ADD CONSTRAINT "premios_imagen_id_imagenes_id_fk" FOREIGN KEY ("imagen_id") REFERENCES "public"."imagenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "producto_imagenes" ADD CONSTRAINT "producto_imagenes_producto_id_productos_id_fk" FOREIGN KEY ("producto_id") REFERENCES "public"."productos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "producto_imagenes" ADD CONSTRAINT "producto_imagenes_imagen_id_imagenes_id_fk" FOREIGN KEY ("imagen_id") REFERENCES "public"."imagenes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "productos" ADD CONSTRAINT "productos_categoria_id_categorias_id_fk" FOREIGN KEY ("categoria_id") REFERENCES "public"."categorias"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos" ADD CONSTRAINT "puntos_cliente_id_clientes_id_fk" FOREIGN KEY ("cliente_id") REFERENCES "public"."clientes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "puntos" ADD CONSTRAINT "puntos_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tiradas" ADD CONSTRAINT "tiradas_codigo_id_codigos_id_fk" FOREIGN KEY ("codigo_id") REFERENCES "public"."codigos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ventas" ADD CONSTRAINT "ventas_cliente_id_clientes_id_fk" FOREIGN KEY ("cliente_id") REFERENCES "public"."clientes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ventas" ADD CONSTRAINT "ventas_operador_id_operadores_id_fk" FOREIGN KEY ("operador_id") REFERENCES "public"."operadores"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "codigos_cliente" ON "codigos" USING btree ("cliente_id","tipo","id");--> statement-breakpoint
CREATE INDEX "codigos_pedido" ON "codigos" USING btree ("pedido_id") WHERE "codigos"."pedido_id" is not null;--> statement-breakpoint
CREATE INDEX "codigos_email" ON "codigos" USING btree ("email") WHERE "codigos"."email" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "producto_imagenes_posicion" ON "producto_imagenes" USING btree ("producto_id","posicion");--> statement-breakpoint
CREATE UNIQUE INDEX "producto_imagenes_principal" ON "producto_imagenes" USING btree ("producto_id") WHERE "producto_imagenes"."es_principal";--> statement-breakpoint
CREATE INDEX "producto_imagenes_imagen" ON "producto_imagenes" USING btree ("imagen_id");--> statement-breakpoint
CREATE INDEX "productos_categoria" ON "productos" USING btree ("categoria_id");--> statement-breakpoint
CREATE INDEX "puntos_cliente" ON "puntos" USING btree ("cliente_id","id");--> statement-breakpoint
CREATE INDEX "puntos_pedido" ON "puntos" USING btree ("pedido_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tiradas_dia" ON "tiradas" USING btree ("correo","dia","vez");--> statement-breakpoint
CREATE INDEX "ventas_cuando" ON "ventas" USING btree ("cuando");