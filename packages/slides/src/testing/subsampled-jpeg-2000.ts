/**
 * JPEG 2000 codestreams whose chroma has half the columns, as Aperio's scanners write them (33003), and half the
 * columns and rows. Our test encoder cannot create these; they were created once with OpenJPEG 2.5.0 (`opj_encode`, no
 * loss, no component transform) from the formulas below: 80 x 72 px, 8 bits.
 */

const lumaAt = (x: number, y: number) => ((x * 5 + y * 3) % 200) + 20;
const cbAt = (x: number) => 60 + ((x * 3) % 130);
const crAt = (y: number) => 200 - ((y * 7) % 140);

/** Chroma is constant within its block of pixels, not interpolated, as in the decoder. */
function rgbAt(columns: 1 | 2, rows: 1 | 2): (x: number, y: number) => [number, number, number] {
  return (x, y) => {
    const luma = lumaAt(x, y);
    const [cb, cr] = [cbAt(Math.floor(x / columns)) - 128, crAt(Math.floor(y / rows)) - 128];
    const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
    return [clamp(luma + 1.402 * cr), clamp(luma - 0.344136 * cb - 0.714136 * cr), clamp(luma + 1.772 * cb)];
  };
}

export interface SubsampledStream {
  readonly name: string;
  readonly stream: Buffer;
  /** Expected red, green and blue. */
  readonly rgbAt: (x: number, y: number) => [number, number, number];
}

export const SUBSAMPLED_STREAMS: readonly SubsampledStream[] = [
  {
    name: "chroma in half the columns",
    stream: fromBase64(
      "/0//UQAvAAAAAABQAAAASAAAAAAAAAAAAAAAUAAAAEgAAAAAAAAAAAADBwEBBwIBBwIB/1IADAAAAAEABQQEAAH/XAATQEBISFBISFBISFBI" +
        "SFBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAVfAAH/k8+0KAaNvyktZhrtY1/PtCAJViewLgMj" +
        "L8fUDATdDspRf8/AIh9QNH4AwA29LDih5epBAYvDUTAHDCmkxRLjwBCACKH1AoAGbmpxH8/Adh9QnH4CwBajyjhXOGziK7eipSE7knYJzqwi" +
        "HVU83Vow5RQ/A5iZQ9uaqo61ORy8IEWRNRy2rwFajjyfIrS7nOJsNZZOV2TvQy4T/EvAOhgXL3+j7QwADsotyt3I8Si66Wt3z8D+fgeR+B0A" +
        "IyEJT0Ya59xe4y9NQ9ySlFohZksCc1IXz5Wew5gp+hwZYRk7xAP79gmw7IshmD3a0ttYV2iyWk8xN/gehAeHevTU/dJOyn4XQvWhEUtN9oCn" +
        "7OjK+OZzZBSIF1sjEINwwSD6jHg0HRlWVdcujJYzo1auwDeCypSHUWSfT9nC4hvqNxhhqG8JTgHgDlCi+lDclfcTtN9QhkBw2H6BmxKuZ6oh" +
        "yl99YtiBHpe8xKD2HJQIXCPLv8D5AwAnPll6L++j7RsAK/jxEUyaTkZps0cxKFke/zSd8nObLFoXAAB/z8H2Pteo/BrAPh2yfp9YPAaeuD2o" +
        "DzqOdmt/01/DCcx/umXaxm+OemlB5eWHiwH1KnvdJRkoqC1cluiOtTsgH9m8MLFdVDRWlJSolpY18hcdDkVr50Y0LGvg/V0AHPfnS3iTTEGf" +
        "WN3IvI+I8SO98p65Jb0fJgewXm2kf0xiw9taTMmkIL+HKDX8jguqPbM8PVUlRBu1dVG8VKCyJOXQNMZueJnHCCVGYBObU3uNIxgIEaCVhO/O" +
        "YNuq2rCo8vO1bEK4vkEt6CTeyoaLy8RMHxFPXGizDe3K1XGvIbMSFXxRNEwKVRnC+sjzUZCk+XxiZz5fHmmxxEisRR5TRloz34cEKT7/QUgi" +
        "/x3DY4cllj5Xti3kpPl2TbfT7ts/kT7XfqDTWRuzvAMoX1RkP/F3wlBqK/acCbXvA8/AXSwe3DCubAVOrC1svwXwYUIW4gJ7T7W7I0hKvZGC" +
        "Hda24pIepuymtwFNVoTklDcTwHwigEDj8qbXo+0lAEWeaDCOnnVk1e980f5gAwkJdgzRi8VgAAAAAAEBV5JKgAAAAATPwraPtrKPwfR0V4Ae" +
        "azQYo8zQszPlMQVNbC8ewH1rryxJrVCUTHMvp1CSm3KJtSDOSu5VXcEPhXnbhTR24PjKskNSo2EhqVTWiPmJHlp/GjK4B0Bs0fH2lFHZ8a7G" +
        "WoFG9zoRcY+Vkf39/xRewDjp/e7dhGxJw7XM2IWU9g8QNI/daTairFG260xSmkJg5167q6vJT7L2aQu8LuXUlZZ2fz9+E77auFZk+aO69Uvk" +
        "5+cWH8yZWUPWxQrOnSb0H3FqRsrZujIufa50ahpQ3Vehn7SYHYHHjfHAkptZ26AMMNds7bk+ehN22ps+V6PKmIyazx/o8hgbmtkfg5zkTeXG" +
        "UFzQRXPE9PKXhdEa4hCfEsc4EpGjPkfQQvn0UKwwABJwi18CkWOvEq+Mkf93ZSbQjF3Dknx2XmsZQpcVMZHDGv5propjvNOy0X7z7FI/RSYk" +
        "47LRR50/EQ8v/oCu/Q6H+UmrSS3fRKjZWfJ3arbf0pum9MR47KmeGlmYDZO06ySk30H4eN+4Kn6PKbuy/PJsVhqNemuyHkIRVd6ixdTshlQ3" +
        "8tzVHBW6VlQ4XMOMNO+f03zdLEkIosCsfsO4e4f/UwOAAYNWCMf/fhMj34C2frLMEE1WPfNUg0GmFwF4l80XjckKI2IXozVnMhL/f8A6MHQt" +
        "4Jv/f6PtIgCUe4RP0LGz2H4/sgAAAAwkI5atLqkAADB26aABhIRRA4wj/9k=",
    ),
    rgbAt: rgbAt(2, 1),
  },
  {
    name: "chroma in half the columns and rows",
    stream: fromBase64(
      "/0//UQAvAAAAAABQAAAASAAAAAAAAAAAAAAAUAAAAEgAAAAAAAAAAAADBwEBBwICBwIC/1IADAAAAAEABQQEAAH/XAATQEBISFBISFBISFBI" +
        "SFBISFD/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAUdAAH/k8+0KAaNvyktZhrtY1/PtBQJQJjRD8fU" +
        "CAP25HPPwCIfUDR+AMANvSw4oeXqQQGLw1EwBwwppMUS48AQgAij7QMACR1nz8B2H1CcfgLAFqPKOFc4bOIrt6KlITuSdgnOrCIdVTzdWjDl" +
        "FD8DmJlD25qqjrU5HLwgRZE1HLavAVqOPJ8itLuc4mw1lk5XZO9DLhP8S8A6EBAxo+0GAAs8NwTTz8/A/n4HkfgdACMhCU9GGufcXuMvTUPc" +
        "kpRaIWZLAnNSF8+VnsOYKfocGWEZO8QD+/YJsOyLIZg92tLbWFdoslpPMTf4HoQHh3r01P3STsp+F0L1oRFLTfaAp+zoyvjmc2QUiBdbIxCD" +
        "cMEg+ox4NB0ZVlXXLoyWM6NWrsA3gsqUh1Fkn0/ZwuIb6jcYYahvCU4B4A5QovpQ3JX3E7TfUIZAcNh+gZsSrmeqIcpffWLYgR6XvMSg9hyU" +
        "CFwjy7/A+QIAJz4j96H1BAAJyAp1u208t8/B9j7XqPwawD4dsn6fWDwGnrg9qA86jnZrf9NfwwnMf7pl2sZvjnppQeXlh4sB9Sp73SUZKKgt" +
        "XJbojrU7IB/ZvDCxXVQ0VpSUqJaWNfIXHQ5Fa+dGNCxr4P1dABz350t4k0xBn1jdyLyPiPEjvfKeuSW9HyYHsF5tpH9MYsPbWkzJpCC/hyg1" +
        "/I4Lqj2zPD1VJUQbtXVRvFSgsiTl0DTGbniZxwglRmATm1N7jSMYCBGglYTvzmDbqtqwqPLztWxCuL5BLegk3sqGi8vETB8RT1xosw3tytVx" +
        "ryGzEhV8UTRMClUZwvrI81GQpPl8Ymc+Xx5pscRIrEUeU0ZaM9+HBCk+/0FIIv8dw2OHJZY+V7Yt5KT5dk230+7bP5E+136g01kbs7wDKF9U" +
        "ZD/xd8JQaiv2nAm17wPPwF0sHtwwrmwFTqwtbL8F8GFCFuICe0+1uyNISr2Rgh3WtuKSHqbsprcBTVaE5JQ3E8B8IgBA4y1/o+0TAEWemJ8Y" +
        "yxw6kFWzLlQwT8Kpl5/PwraPtrKPwfR0V4AeazQYo8zQszPlMQVNbC8ewH1rryxJrVCUTHMvp1CSm3KJtSDOSu5VXcEPhXnbhTR24PjKskNS" +
        "o2EhqVTWiPmJHlp/GjK4B0Bs0fH2lFHZ8a7GWoFG9zoRcY+Vkf39/xRewDjp/e7dhGxJw7XM2IWU9g8QNI/daTairFG260xSmkJg5167q6vJ" +
        "T7L2aQu8LuXUlZZ2fz9+E77auFZk+aO69Uvk5+cWH8yZWUPWxQrOnSb0H3FqRsrZujIufa50ahpQ3Vehn7SYHYHHjfHAkptZ26AMMNds7bk+" +
        "ehN22ps+V6PKmIyazx/o8hgbmtkfg5zkTeXGUFzQRXPE9PKXhdEa4hCfEsc4EpGjPkfQQvn0UKwwABJwi18CkWOvEq+Mkf93ZSbQjF3Dknx2" +
        "XmsZQpcVMZHDGv5propjvNOy0X7z7FI/RSYk47LRR50/EQ8v/oCu/Q6H+UmrSS3fRKjZWfJ3arbf0pum9MR47KmeGlmYDZO06ySk30H4eN+4" +
        "Kn6PKbuy/PJsVhqNemuyHkIRVd6ixdTshlQ38tzVHBW6VlQ4XMOMNO+f03zdLEkIosCsfsO4e4f/UwOAAYNWCMf/fhMj34C2frLMEE1WPfNU" +
        "g0GmFwF4l80XjckKI2IXozVnMhL/f8A6KHQt3/S/o+0XAJR7hG4sP6QAAAMHJAOc+wBg++9wf7En/9k=",
    ),
    rgbAt: rgbAt(2, 2),
  },
];

function fromBase64(text: string): Buffer {
  return Buffer.from(text, "base64");
}
