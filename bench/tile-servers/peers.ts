/** Tile servers: this project's, and alternatives. Each gives the reason why it is skipped if it is not installed. */
import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort } from "../../scripts/find-free-port.ts";
import { LEVELS, TILE_PX, TILES_A_SIDE } from "./bench-slide.ts";
import { childrenOf, lineOf, startProgram, stopProgram, untilServed } from "./start-server.ts";
import type { TileServer } from "./tile-load.ts";

export interface BenchFiles {
  /** A separate folder for files that a peer writes. */
  readonly folder: string;
  /** The tiled TIFF. */
  readonly slide: string;
  /** Its full resolution, divided into files, `COLUMN/ROW.jpg`. */
  readonly cut: string;
}

export interface Peer {
  readonly name: string;
  /** Required path; null: npm has installed everything. */
  readonly needs: { readonly path: string; readonly debianPackage: string } | null;
  readonly start: (files: BenchFiles) => Promise<TileServer>;
}

const NGINX = { path: "/usr/sbin/nginx", debianPackage: "nginx-light" };
const IIPSRV = { path: "/usr/lib/iipimage-server/iipsrv.fcgi", debianPackage: "iipimage-server" };
/** Debian's own, independent of the PATH. */
const PYTHON = "/usr/bin/python3";
const PYTHON_OPENSLIDE = { path: "/usr/lib/python3/dist-packages/openslide", debianPackage: "python3-openslide" };
const OPEN_SLIDE_FILE = new URL("../../packages/slides/src/open-slide-file.ts", import.meta.url).href;
const PASSWORD = "bench-password";

export const isInstalled = ({ needs }: Peer): Promise<boolean> =>
  needs === null
    ? Promise.resolve(true)
    : access(needs.path).then(
        () => true,
        () => false,
      );

/** A single nginx process: the peer itself, or a proxy in front of it. @param place content of `location /`. */
async function startNginx(folder: string, port: number, place: string): Promise<Pick<TileServer, "pids" | "stop">> {
  await mkdir(folder, { recursive: true });
  const configuration = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder};`)
    .join(" ");
  await writeFile(
    configuration,
    `daemon off; master_process off; worker_processes 1; error_log stderr crit; pid ${join(folder, "nginx.pid")};
     events { worker_connections 256; }
     http { access_log off; keepalive_requests 100000000; sendfile on; tcp_nopush on; ${temporary}
       types { image/jpeg jpg; }
       open_file_cache max=50000 inactive=60s;
       server { listen 127.0.0.1:${port}; location / { ${place} } } }`,
  );
  const child = startProgram(NGINX.path, ["-c", configuration, "-p", folder]);
  return { pids: [child.pid], stop: () => stopProgram(child) };
}

/** A small server written as a Node script that prints its port. */
async function startScript(script: string, slide: string): Promise<TileServer> {
  const child = startProgram(process.execPath, ["--input-type=module", "-e", script, slide]);
  const origin = (await lineOf(child, /^ready (\S+)/))[1] as string;
  return {
    origin,
    pids: [child.pid],
    headers: {},
    pathOf: (x, y) => `/${x}/${y}`,
    stop: () => stopProgram(child),
  };
}

const BARE_NODE = `
  const { openSlideFile } = await import(${JSON.stringify(OPEN_SLIDE_FILE)});
  const source = await openSlideFile(process.argv[1]);
  const server = (await import("node:http")).createServer(async (request, response) => {
    const [, x, y] = request.url.split("/");
    const { bytes } = await source.readTile(0, +x, +y);
    response.writeHead(200, { "content-type": "image/jpeg", "content-length": bytes.length });
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => console.log("ready http://127.0.0.1:" + server.address().port));
`;

const BARE_FASTIFY = `
  const { openSlideFile } = await import(${JSON.stringify(OPEN_SLIDE_FILE)});
  const source = await openSlideFile(process.argv[1]);
  const app = (await import(${JSON.stringify(import.meta.resolve("fastify"))})).default();
  app.get("/:x/:y", async (request, reply) => {
    const { bytes, mediaType } = await source.readTile(0, +request.params.x, +request.params.y);
    return reply.header("content-type", mediaType).send(bytes);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  console.log("ready http://127.0.0.1:" + app.server.address().port);
`;

const SHARP = `
  const sharp = (await import(${JSON.stringify(import.meta.resolve("sharp"))})).default;
  const server = (await import("node:http")).createServer(async (request, response) => {
    const [, x, y] = request.url.split("/");
    const bytes = await sharp(process.argv[1], { limitInputPixels: false })
      .extract({ left: x * ${TILE_PX}, top: y * ${TILE_PX}, width: ${TILE_PX}, height: ${TILE_PX} })
      .jpeg({ quality: 80 }).toBuffer();
    response.writeHead(200, { "content-type": "image/jpeg", "content-length": bytes.length });
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => console.log("ready http://127.0.0.1:" + server.address().port));
`;

const OPENSLIDE = `
import io, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from openslide import OpenSlide
from openslide.deepzoom import DeepZoomGenerator
zoom = DeepZoomGenerator(OpenSlide(sys.argv[1]), tile_size=${TILE_PX}, overlap=0)
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        x, y = self.path.strip("/").split("/")
        out = io.BytesIO()
        zoom.get_tile(zoom.level_count - 1, (int(x), int(y))).save(out, "jpeg", quality=80)
        self.send_response(200)
        self.send_header("content-type", "image/jpeg")
        self.send_header("content-length", str(out.tell()))
        self.end_headers()
        self.wfile.write(out.getvalue())
    def log_message(self, *_):
        pass
class Server(ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # the load generator leaves in the middle of an answer
server = Server(("127.0.0.1", 0), Handler)
print("ready http://127.0.0.1:%d" % server.server_address[1], flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
`;

/** This project's server started as usual, with one slide, requested by a signed-in user. */
async function startParfocal({ folder, slide }: BenchFiles, workers: number): Promise<TileServer> {
  const parameters = ["apps/server/src/main.ts", "--workers", String(workers), "--slide", slide];
  const child = startProgram(process.execPath, parameters, {
    PORT: "0",
    PARFOCAL_DATA: join(folder, "data"),
    PARFOCAL_DEMO: "0",
    // Counted as usual, but never exceeded: here one session requests all tiles.
    PARFOCAL_PICTURES_PER_SECOND: "1000000",
    PARFOCAL_DEMO_PASSWORD: PASSWORD,
  });
  const shown = await lineOf(child, /^slide (http:\/\/[^/]+)\/.*i(\d+)\/$/);
  const [origin, imageId] = [shown[1] as string, shown[2] as string];
  const { token } = (await (
    await fetch(`${origin}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ login: "admin@demo.test", password: PASSWORD }),
    })
  ).json()) as { token: string };
  const headers = { "x-site-token": token };
  const image = (await (await fetch(`${origin}/api/v2/image/${imageId}`, { headers })).json()) as {
    slideInformation: { tilesMapUrl: string };
  };
  const template = image.slideInformation.tilesMapUrl.replace("{z}", "0");
  return {
    origin,
    pids: [child.pid, ...childrenOf(child.pid, "worker-main")],
    headers,
    pathOf: (x, y) => template.replace("{x}", String(x)).replace("{y}", String(y)),
    stop: () => stopProgram(child),
  };
}

export const PEERS: readonly Peer[] = [
  {
    name: "nginx, cut pyramid (the limit)",
    needs: NGINX,
    async start({ folder, cut }) {
      const port = await findFreePort();
      const nginx = await startNginx(join(folder, "nginx-cut"), port, `root ${cut};`);
      const server = { ...nginx, origin: `http://127.0.0.1:${port}`, headers: {} };
      await untilServed(`${server.origin}/0/0.jpg`);
      return { ...server, pathOf: (x, y) => `/${x}/${y}.jpg` };
    },
  },
  { name: "bare Node http, our reader", needs: null, start: ({ slide }) => startScript(BARE_NODE, slide) },
  { name: "bare Fastify, our reader", needs: null, start: ({ slide }) => startScript(BARE_FASTIFY, slide) },
  { name: "Parfocal, session and rights", needs: null, start: (files) => startParfocal(files, 1) },
  { name: "Parfocal, the same, 2 workers", needs: null, start: (files) => startParfocal(files, 2) },
  {
    name: "iipsrv (Debian) behind nginx",
    needs: IIPSRV,
    async start({ folder, slide }) {
      const [port, inner] = [await findFreePort(), await findFreePort()];
      const iipsrv = startProgram(IIPSRV.path, ["--bind", `127.0.0.1:${inner}`], {
        VERBOSITY: "0",
        LOGFILE: "/dev/null",
        MAX_IMAGE_CACHE_SIZE: "10",
        JPEG_QUALITY: "80",
      });
      const nginx = await startNginx(
        join(folder, "nginx-iipsrv"),
        port,
        `fastcgi_pass 127.0.0.1:${inner}; fastcgi_keep_conn on; fastcgi_param QUERY_STRING $query_string; fastcgi_param REQUEST_METHOD $request_method;`,
      );
      const pathOf = (x: number, y: number) => `/?FIF=${slide}&JTL=${LEVELS - 1},${y * TILES_A_SIDE + x}`;
      const origin = `http://127.0.0.1:${port}`;
      await untilServed(origin + pathOf(0, 0));
      return {
        origin,
        pids: [...nginx.pids, iipsrv.pid],
        headers: {},
        pathOf,
        stop: async () => {
          await nginx.stop();
          iipsrv.kill("SIGKILL");
        },
      };
    },
  },
  { name: "sharp, extract and encode", needs: null, start: ({ slide }) => startScript(SHARP, slide) },
  {
    name: "OpenSlide DeepZoom (Python)",
    needs: PYTHON_OPENSLIDE,
    async start({ folder, slide }) {
      const script = join(folder, "openslide-tiles.py");
      await writeFile(script, OPENSLIDE);
      const child = startProgram(PYTHON, [script, slide]);
      const origin = (await lineOf(child, /^ready (\S+)/))[1] as string;
      return { origin, pids: [child.pid], headers: {}, pathOf: (x, y) => `/${x}/${y}`, stop: () => stopProgram(child) };
    },
  },
];
