CREATE TABLE "videos" (
	"id" text PRIMARY KEY NOT NULL,
	"formato" text NOT NULL,
	"sha256" text NOT NULL,
	"creado" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "productos" ADD COLUMN "portada_id" text;--> statement-breakpoint
ALTER TABLE "productos" ADD CONSTRAINT "productos_portada_id_imagenes_id_fk" FOREIGN KEY ("portada_id") REFERENCES "public"."imagenes"("id") ON DELETE no action ON UPDATE no action;