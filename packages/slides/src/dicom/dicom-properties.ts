/**
 * Properties of a DICOM slide, its scanner and its patient, by DICOM's own keywords.
 *
 * They include patient attributes, so that these can be shown to people who manage slides, and removed; callers that
 * show properties to others must omit them.
 */
import type { DataSet } from "./data-set.ts";
import type { DicomKeyword } from "./dicom-tags.ts";
import { transferSyntaxOf } from "./transfer-syntaxes.ts";

const SHOWN_KEYWORDS: readonly DicomKeyword[] = [
  "ImageType",
  "Modality",
  "Manufacturer",
  "ManufacturerModelName",
  "DeviceSerialNumber",
  "SoftwareVersions",
  "StationName",
  "InstitutionName",
  "InstitutionAddress",
  "AcquisitionDateTime",
  "AcquisitionDate",
  "AcquisitionTime",
  "ContentDate",
  "StudyDate",
  "StudyTime",
  "StudyID",
  "StudyDescription",
  "SeriesNumber",
  "SeriesDescription",
  "AccessionNumber",
  "ReferringPhysicianName",
  "OperatorsName",
  "PatientName",
  "PatientID",
  "PatientBirthDate",
  "PatientSex",
  "PatientAge",
  "PatientAddress",
  "PatientComments",
  "OtherPatientIDs",
  "ContainerIdentifier",
  "BarcodeValue",
  "LabelText",
  "ImageComments",
  "BurnedInAnnotation",
  "SpecimenLabelInImage",
  "PhotometricInterpretation",
  "LossyImageCompression",
  "LossyImageCompressionMethod",
  "LossyImageCompressionRatio",
  "ExtendedDepthOfField",
  "StudyInstanceUID",
  "SeriesInstanceUID",
  "SOPInstanceUID",
  "FrameOfReferenceUID",
];

const SPECIMEN_KEYWORDS: readonly DicomKeyword[] = [
  "SpecimenIdentifier",
  "SpecimenShortDescription",
  "SpecimenDetailedDescription",
];

const OPTICAL_PATH_KEYWORDS: readonly DicomKeyword[] = ["ObjectiveLensPower", "ObjectiveLensNumericalAperture"];

const MAX_CHARACTERS = 1000;

/** "Using substance" and "stain", as codes of SNOMED CT and of DICOM, in the steps of a preparation. */
const STAIN_CONCEPTS: ReadonlySet<string> = new Set(["424361007", "G-C350", "Stain"]);

export function propertiesOf(dataSet: DataSet, transferSyntaxUid: string): Record<string, string> {
  const characterSet = dataSet.text("SpecificCharacterSet") ?? "";
  const properties: Record<string, string> = {};
  const add = (name: string, text: string | undefined) => {
    // Names without contents: `^^^^`.
    if (text && !/^\^+$/.test(text)) properties[`dicom.${name}`] ??= text.slice(0, MAX_CHARACTERS);
  };
  const addAll = (from: DataSet, keywords: readonly DicomKeyword[]) => {
    for (const keyword of keywords) add(keyword, from.texts(keyword, characterSet).filter(Boolean).join(", "));
  };
  addAll(dataSet, SHOWN_KEYWORDS);
  for (const specimen of dataSet.items("SpecimenDescriptionSequence")) {
    addAll(specimen, SPECIMEN_KEYWORDS);
    add("Stain", stainsOf(specimen, characterSet).join(", "));
  }
  for (const path of dataSet.items("OpticalPathSequence")) {
    addAll(path, OPTICAL_PATH_KEYWORDS);
    add("ICCProfile", iccProfileOf(path));
  }
  add("TransferSyntax", transferSyntaxOf(transferSyntaxUid)?.name ?? transferSyntaxUid);
  return properties;
}

/** A profile is reported, not applied: as in other formats, tiles keep the scanner's values. */
function iccProfileOf(path: DataSet): string | undefined {
  const bytes = path.byteCountOf("ICCProfile");
  return bytes === 0 ? undefined : (path.text("ColorSpace") ?? `${bytes} bytes`);
}

/** Names of the specimen's stains, without duplicates, in the order of the steps. */
function stainsOf(specimen: DataSet, characterSet: string): string[] {
  const steps = specimen.items("SpecimenPreparationSequence");
  const contents = steps.flatMap((step) => step.items("SpecimenPreparationStepContentItemSequence"));
  const stains = contents.flatMap((content) => {
    const concept = content.item("ConceptNameCodeSequence");
    const isStain = [concept?.text("CodeValue"), concept?.text("CodeMeaning")].some(
      (name) => name !== undefined && STAIN_CONCEPTS.has(name),
    );
    if (!isStain) return [];
    return (
      content.item("ConceptCodeSequence")?.text("CodeMeaning", characterSet) ??
      content.text("TextValue", characterSet) ??
      []
    );
  });
  return [...new Set(stains)];
}
