/**
 * Slides with patient data in every field that their format has for it, for tests: each text is unique, so that it can
 * be searched for in all results.
 */
import { NDPI_TAG } from "../formats/ndpi/ndpi-tags.ts";
import { TAG } from "../tiff/tiff-fields.ts";
import { type DicomElements, itemOf } from "./build-dicom.ts";
import { nativeSlide } from "./build-dicom-slide.ts";
import { buildNdpi, encodeIntervals } from "./build-ndpi.ts";
import { buildOmeTiff } from "./build-ome-tiff.ts";
import { buildTiff, type FieldValue } from "./build-tiff.ts";
import { buildPicture } from "./pictures.ts";
import { rawPage } from "./slide-files.ts";

export interface PrivateSlide {
  readonly bytes: Buffer;
  /** Texts that must not be found. */
  readonly secrets: readonly string[];
  /** Samples of label and macro as stored in the file, if they are uncompressed. */
  readonly secretPixels: readonly Buffer[];
}

const TAGS = { artist: 315, hostComputer: 316, copyright: 33432, documentName: 269, exif: 34665, iptc: 33723 } as const;

/** Records the texts that it returns. */
function secretsOf(format: string) {
  const given: string[] = [];
  const secret = (about: string): string => {
    const text = `SECRET-${format}-${about}`;
    given.push(text);
    return text;
  };
  return { given, secret };
}

const text = (value: string): FieldValue => ({ type: 2, text: value });

export function privateSvs({ isBigTiff = false }: { isBigTiff?: boolean } = {}): PrivateSlide {
  const { given, secret } = secretsOf("SVS");
  const base = buildPicture(150, 110);
  const label = buildPicture(40, 30, 3, 7);
  const macro = buildPicture(60, 24, 3, 8);
  const head = "Aperio Image Library v12.0.15 \r\n150x110 [0,0 150x110] (64x48)";
  const named = (name: string, width: number, height: number) =>
    `Aperio Image Library v12.0.15 \r\n${name} ${width}x${height}|Filename = ${secret(`filename-of-${name}`)}`;
  const pairs = {
    AppMag: "20",
    MPP: "0.4990",
    Filename: secret("filename"),
    Title: secret("title"),
    User: secret("user"),
    Date: "11/17/1931",
    Time: "03:31:07",
    "ScanScope ID": secret("scanner"),
    Barcode: secret("barcode"),
    "Session Mode": "NR",
    ImageID: secret("image-id"),
  };
  given.push("11/17/1931", "03:31:07", "1931:11:17 03:31:07");
  const description = [head, ...Object.entries(pairs).map(([key, value]) => `${key} = ${value}`)].join("|");
  const fields: Record<number, FieldValue> = {
    [TAG.dateTime]: text("1931:11:17 03:31:07"),
    [TAGS.artist]: text(secret("artist")),
    [TAGS.hostComputer]: text(secret("host")),
    [TAGS.copyright]: text(secret("copyright")),
    [TAGS.documentName]: text(secret("document")),
    [TAG.xmp]: { type: 7, bytes: Buffer.from(`<x:xmpmeta>${secret("xmp")}</x:xmpmeta>`) },
    [TAGS.iptc]: { type: 7, bytes: Buffer.from(secret("iptc")) },
    65000: text(secret("private-tag")),
  };
  const strip = ({ width, height, samples }: typeof label, name?: string) => {
    return { width, height, segments: [samples], description: name ? named(name, width, height) : head };
  };
  const bytes = buildTiff({
    isBigTiff,
    pages: [
      rawPage(base, { description, fields }),
      strip(buildPicture(75, 55)),
      rawPage(buildPicture(75, 55), { description }),
      strip(label, "label"),
      strip(macro, "macro"),
    ],
  });
  return { bytes, secrets: given, secretPixels: [label.samples, macro.samples] };
}

/** Patient data of an NDPI file: a macro image that shows the glass with its label, and a list of properties. */
export async function privateNdpi(): Promise<PrivateSlide> {
  const { given, secret } = secretsOf("NDPI");
  const [large, small, glass] = [buildPicture(512, 128), buildPicture(256, 64), buildPicture(96, 32, 3, 9)];
  const of = async (picture: typeof large, magnification: number, more: object = {}) => {
    const { width, height } = picture;
    const encoded = await encodeIntervals(picture, {});
    return { ...encoded, width, height, magnification, ...more };
  };
  const lines = [
    `Created=${"1931/11/17"}`,
    `SourceLens=20`,
    `Macro.S/N=${secret("macro-serial")}`,
    `Operator=${secret("operator")}`,
    `SlideLabel=${secret("label-text")}`,
    `Barcode=${secret("barcode")}`,
  ];
  const macro = await of(glass, -1);
  given.push("1931/11/17", "1931:11:17 03:31:07");
  const fields = {
    [TAG.dateTime]: { type: 2, text: "1931:11:17 03:31:07" },
    [TAG.model]: { type: 2, text: "C13210" },
    [NDPI_TAG.reference]: { type: 2, text: secret("reference") },
    [NDPI_TAG.serialNumber]: { type: 2, text: secret("serial") },
    [NDPI_TAG.properties]: { type: 2, text: lines.join("\r\n") },
    [TAGS.artist]: { type: 2, text: secret("artist") },
    65500: { type: 2, text: secret("private-tag") },
  } as const;
  const bytes = buildNdpi({ pictures: [await of(large, 20, { fields }), await of(small, 10, { fields }), macro] });
  return { bytes, secrets: given, secretPixels: [macro.jpeg.subarray(macro.starts[0]!)] };
}

/** Patient data in a volume; the complete set also has label and overview. */
export function privateDicom(): PrivateSlide & { readonly files: Readonly<Record<string, Buffer>> } {
  const { given, secret } = secretsOf("DICOM");
  const elements: DicomElements = {
    PatientName: secret("Name^Patient"),
    PatientID: secret("patient-id"),
    PatientBirthDate: "19311117",
    PatientAddress: secret("address"),
    PatientComments: secret("patient-comments"),
    OtherPatientIDs: secret("other-ids"),
    AccessionNumber: secret("access"),
    ReferringPhysicianName: secret("Doctor^Who"),
    OperatorsName: secret("Operator"),
    InstitutionName: secret("institution"),
    InstitutionAddress: secret("street"),
    StationName: secret("station"),
    StudyDate: "19311118",
    StudyTime: "033107.931",
    AcquisitionDateTime: "19311119033107",
    ContentDate: "19311120",
    StudyID: secret("study"),
    StudyDescription: secret("study-description"),
    SeriesDescription: secret("series-description"),
    ImageComments: secret("comments"),
    ContainerIdentifier: secret("container"),
    BarcodeValue: secret("barcode"),
    LabelText: secret("label-text"),
    DeviceSerialNumber: secret("serial"),
    Manufacturer: "Parfocal tests",
    ManufacturerModelName: "Model 7",
    SpecimenDescriptionSequence: [
      { SpecimenIdentifier: secret("specimen"), SpecimenShortDescription: secret("specimen-text") },
    ],
    StudyInstanceUID: "1.2.826.0.1.931.17.1",
    SeriesInstanceUID: "1.2.826.0.1.931.17.2",
    FrameOfReferenceUID: "1.2.826.0.1.931.17.3",
    ObjectiveLensPower: 20,
  };
  given.push("19311117", "19311118", "033107.931", "19311119033107", "19311120", "1.2.826.0.1.931.17");
  const [tissue, label, overview] = [buildPicture(150, 110), buildPicture(64, 48, 3, 7), buildPicture(64, 48, 3, 8)];
  const picture = (of: typeof tissue, role: string, number: number) =>
    nativeSlide(of, {
      before: privateElements(secret(`private-${role}`)),
      elements: {
        ...elements,
        ImageType: role === "VOLUME" ? "ORIGINAL\\PRIMARY\\VOLUME\\NONE" : `ORIGINAL\\PRIMARY\\${role}\\NONE`,
        SOPInstanceUID: `1.2.826.0.1.931.17.4.${number}`,
        InstanceNumber: number,
      },
    });
  const files = {
    "SECRET-NAME-volume.dcm": picture(tissue, "VOLUME", 1),
    "SECRET-NAME-label.dcm": picture(label, "LABEL", 2),
    "SECRET-NAME-overview.dcm": picture(overview, "OVERVIEW", 3),
  };
  const bytes = files["SECRET-NAME-volume.dcm"];
  return { bytes, files, secrets: [...given, "SECRET-NAME"], secretPixels: [label.samples, overview.samples] };
}

/**
 * A group of odd number, with its creator, at a position that keeps the elements in order: above all others except the
 * pixels.
 */
function privateElements(value: string): Buffer {
  const element = (tag: number, vr: string, contents: string) => {
    const bytes = Buffer.from(contents.length % 2 === 0 ? contents : `${contents} `);
    const header = Buffer.alloc(8);
    header.writeUInt16LE(tag >>> 16, 0);
    header.writeUInt16LE(tag & 0xffff, 2);
    header.write(vr, 4, "latin1");
    header.writeUInt16LE(bytes.length, 6);
    return Buffer.concat([header, bytes]);
  };
  const inSequence = itemOf(element(0x70051001, "LO", value));
  const sequence = Buffer.alloc(12);
  sequence.writeUInt16LE(0x7005, 0);
  sequence.writeUInt16LE(0x1002, 2);
  sequence.write("SQ", 4, "latin1");
  sequence.writeUInt32LE(inSequence.length, 8);
  return Buffer.concat([element(0x70050010, "LO", "SCANNER"), element(0x70051001, "LO", value), sequence, inSequence]);
}

/** One tiled colour image; personal texts are in names, descriptions and annotations. */
export function privateOme(): PrivateSlide {
  const { given, secret } = secretsOf("OME");
  given.push("1931-11-17T03:31:07");
  const document = [
    `<Experimenter ID="Experimenter:0" FirstName="${secret("first-name")}" LastName="${secret("last-name")}" Email="${secret("mail")}"/>`,
    `<Instrument ID="Instrument:0"><Microscope Manufacturer="Parfocal tests" Model="Model 7" SerialNumber="${secret("serial")}"/><Objective ID="Objective:0" NominalMagnification="20" LensNA="0.75"/></Instrument>`,
  ].join("");
  const notes = `<StructuredAnnotations><CommentAnnotation ID="Annotation:0"><Value>${secret("comment")}</Value></CommentAnnotation><XMLAnnotation ID="Annotation:1"><Value><Patient Name="${secret("patient")}"/></Value></XMLAnnotation></StructuredAnnotations>`;
  const bytes = buildOmeTiff({
    width: 300,
    height: 200,
    channels: 2,
    tilePx: 128,
    halvings: 1,
    channelAttributes: (channel) => `Name="Channel ${channel + 1}"`,
    pixelsAttributes: 'PhysicalSizeX="0.25" PhysicalSizeY="0.25"',
    xml: (usual) =>
      usual
        .replace("<Image ", `<!-- ${secret("remark")} -->${document}<Image `)
        .replace(
          'ID="Image:0">',
          `ID="Image:0" Name="${secret("name")}"><AcquisitionDate>1931-11-17T03:31:07</AcquisitionDate><Description>${secret("description")}</Description><ObjectiveSettings ID="Objective:0"/>`,
        )
        .replace("</OME>", `${notes}</OME>`),
  });
  return { bytes, secrets: given, secretPixels: [] };
}
